import { useState } from 'react'
import { readToken } from '../api/bearer-token.ts'

/** Whether somebody is signed in here, as far as this device knows: the page asks no server for it. */
export function useHasSession(): boolean {
  const [hasToken] = useState(() => readToken() !== null)
  return hasToken
}
