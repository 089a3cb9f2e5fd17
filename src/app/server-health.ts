import { useEffect, useState, useSyncExternalStore } from 'react'
import { healthCheck } from '../../contract/api/system.ts'
import { HEALTH_POLL_MS } from '../../contract/constants.ts'
import { callApi } from '../api/call-api.ts'

export type ServerHealth = 'checking' | 'online' | 'offline'

/** A server that takes longer to answer is as good as away, in milliseconds. */
const HEALTH_TIMEOUT_MS = 4_000

/**
 * Asks the server every 5 s how it is, as long as `isWatching`; `ask` asks at once. `health` is what it said last,
 * `isAsking` whether an answer is under way.
 */
export function useServerHealth(isWatching: boolean): {
  health: ServerHealth
  isAsking: boolean
  ask: () => void
} {
  const [health, setHealth] = useState<ServerHealth>('checking')
  const [isAsking, setIsAsking] = useState(false)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!isWatching) return
    const ending = new AbortController()
    const look = async () => {
      setHealth((last) => (last === 'offline' ? last : 'checking'))
      setIsAsking(true)
      try {
        await callApi(healthCheck, {}, { signal: ending.signal, timeoutMs: HEALTH_TIMEOUT_MS })
        if (!ending.signal.aborted) setHealth('online')
      } catch {
        if (!ending.signal.aborted) setHealth('offline')
      }
      if (!ending.signal.aborted) setIsAsking(false)
    }
    void look()
    const timer = setInterval(() => void look(), HEALTH_POLL_MS)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [isWatching, asked])
  return { health, isAsking, ask: () => setAsked((times) => times + 1) }
}

let telling = 0
const listeners = new Set<() => void>()
function changeTelling(by: 1 | -1): void {
  telling += by
  for (const listener of listeners) listener()
}

/** Called by a page that is itself about the server being away: nothing else asks or says so meanwhile. */
export function useTellsOfServer(): void {
  useEffect(() => {
    changeTelling(1)
    return () => changeTelling(-1)
  }, [])
}

/** Whether the page that stands already says how the server is. */
export function useIsToldByPage(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => telling > 0,
  )
}
