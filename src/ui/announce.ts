import { useValueOf, valueStore } from './value-store.ts'

/** How long an announcement stays for a reader that goes through the page, in milliseconds. */
const STAYS_MS = 10_000

const announced = valueStore('')
let timer: ReturnType<typeof setTimeout> | undefined

/** Says the outcome of a step to screen readers, in the place of the one before; an empty text takes it away. */
export function announce(text: string): void {
  clearTimeout(timer)
  if (text !== '') timer = setTimeout(() => announced.set(''), STAYS_MS)
  announced.set(text)
}

/** What was announced last. */
export const useAnnounced = (): string => useValueOf(announced)
