import { useEffect, useState } from 'react'
import { healthCheck } from '../../contract/api/system.ts'
import { HEALTH_POLL_MS } from '../../contract/constants.ts'
import { callApi } from '../api/call-api.ts'

export type ServerHealth = 'checking' | 'online' | 'offline'

/** A server that takes longer to answer is as good as away, in milliseconds. */
const HEALTH_TIMEOUT_MS = 4_000

/** Asks the server every 5 s how it is, as long as `isWatching`; `ask` asks at once. */
export function useServerHealth(isWatching: boolean): { health: ServerHealth; ask: () => void } {
  const [health, setHealth] = useState<ServerHealth>('checking')
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!isWatching) return
    const ending = new AbortController()
    const look = async () => {
      setHealth((last) => (last === 'offline' ? last : 'checking'))
      try {
        await callApi(healthCheck, {}, { signal: ending.signal, timeoutMs: HEALTH_TIMEOUT_MS })
        if (!ending.signal.aborted) setHealth('online')
      } catch {
        if (!ending.signal.aborted) setHealth('offline')
      }
    }
    void look()
    const timer = setInterval(() => void look(), HEALTH_POLL_MS)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [isWatching, asked])
  return { health, ask: () => setAsked((times) => times + 1) }
}
