/** Where the focus was: the element, and its item where it stands in a list. */
export interface FocusPlace {
  readonly element: HTMLElement
  readonly list: HTMLElement | null
  readonly position: number
}

const ITEM = '[role=listitem], li'
const TARGET = 'a[href], button:not(:disabled), input:not(:disabled)'

/** Whether the focus is nowhere, so that the next key would begin at the start of the page. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Remembers a place; null where there is none. */
export function placeOf(element: Element | null): FocusPlace | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const item = element.closest<HTMLElement>(ITEM)
  const list = item?.closest<HTMLElement>('[role=list], ul, ol') ?? null
  return { element, list, position: item && list ? positionOf(item, list) : 0 }
}

/**
 * Puts the focus back to a place: to its element, or where that is gone to the item that has come into its place in the
 * list. @returns whether the place is still there
 */
export function focusPlace({ element, list, position }: FocusPlace): boolean {
  if (element.isConnected && !element.matches(':disabled')) {
    element.focus({ preventScroll: true })
    return true
  }
  // Busy: it comes back, or its item goes.
  if (element.isConnected) return true
  const items = list?.isConnected ? [...list.querySelectorAll<HTMLElement>(ITEM)] : []
  const next = items.find((item) => list && positionOf(item, list) === position) ?? items.at(-1)
  const target = next?.querySelector<HTMLElement>(TARGET)
  target?.focus()
  return target !== null && target !== undefined
}

/** From 1; a list that shows a part of itself says it by attribute. */
function positionOf(item: HTMLElement, list: HTMLElement): number {
  return Number(item.getAttribute('aria-posinset')) || [...list.querySelectorAll(ITEM)].indexOf(item) + 1
}
