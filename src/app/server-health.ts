import { useEffect, useState } from 'react'
import { OPEN_CALLS } from '../../contract/api/open-calls.ts'
import type { healthCheck } from '../../contract/api/system.ts'
import { HEALTH_POLL_MS } from '../../contract/constants.ts'
import { callOpen } from '../api/open-call.ts'
import { useValueOf, valueStore } from '../ui/value-store.ts'

export type ServerHealth = 'checking' | 'online' | 'offline'

/** A server that takes longer to answer is as good as away, in milliseconds. */
const HEALTH_TIMEOUT_MS = 4_000

/**
 * Asks the server every 5 s how it is, as long as `isWatching`; `checkNow` asks at once. `health` is what it said last,
 * `isChecking` whether an answer is under way.
 */
export function useServerHealth(isWatching: boolean): {
  health: ServerHealth
  isChecking: boolean
  checkNow: () => void
} {
  const [health, setHealth] = useState<ServerHealth>('checking')
  const [isChecking, setIsChecking] = useState(false)
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    if (!isWatching) return
    const ending = new AbortController()
    const look = async () => {
      setHealth((last) => (last === 'offline' ? last : 'checking'))
      setIsChecking(true)
      try {
        await callOpen<typeof healthCheck>(OPEN_CALLS.healthCheck, undefined, {
          signal: ending.signal,
          timeoutMs: HEALTH_TIMEOUT_MS,
        })
        if (!ending.signal.aborted) setHealth('online')
      } catch {
        if (!ending.signal.aborted) setHealth('offline')
      }
      if (!ending.signal.aborted) setIsChecking(false)
    }
    void look()
    const timer = setInterval(() => void look(), HEALTH_POLL_MS)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [isWatching, checks])
  return { health, isChecking, checkNow: () => setChecks((times) => times + 1) }
}

/** How many pages stand that are themselves about the server being away. */
const serverPages = valueStore(0)

/** Called by a page that is itself about the server being away: nothing else asks or says so meanwhile. */
export function useDeclareServerPage(): void {
  useEffect(() => {
    serverPages.set(serverPages.get() + 1)
    return () => serverPages.set(serverPages.get() - 1)
  }, [])
}

/** Whether the page that stands is itself about the server being away. */
export const useHasServerPage = (): boolean => useValueOf(serverPages) > 0
