import { useSyncExternalStore } from 'react'

/** How long an announcement stays for a reader that goes through the page, in milliseconds. */
const STAYS_MS = 10_000

let announced = ''
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(text: string): void {
  announced = text
  for (const listener of listeners) listener()
}

/** Says the outcome of a step to screen readers, in the place of the one before; an empty text takes it away. */
export function announce(text: string): void {
  clearTimeout(timer)
  if (text !== '') timer = setTimeout(() => show(''), STAYS_MS)
  show(text)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was announced last. */
export const useAnnounced = (): string =>
  useSyncExternalStore(
    subscribe,
    () => announced,
    () => '',
  )
