/** What shows the maps: the chosen list, or the button that shows the lists. */
const LIST = '[data-focus=list]'

/** Where the focus goes when a filter goes and no other stays: the fields of filters, or the list that they narrow. */
export const FILTER_FALLBACKS = ['[data-autofocus]', '[data-focus=filters]', LIST] as const

/** And when a map goes off the map: the list that it came from. */
export const MAP_FALLBACKS = [LIST, '[data-focus=search]'] as const

/** A tool that ends: its button. */
export const BOX_FALLBACKS = ['[data-focus=box]'] as const
export const MEASURE_FALLBACKS = ['[data-focus=cross]', '[data-focus=measure]'] as const
export const TIME_BAND_FALLBACKS = ['[data-focus=time]'] as const

/** Gives the focus to the first element that is there, in the order of `selectors`. */
export function focusFirst(selectors: readonly string[]) {
  const found = selectors.flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)])
  found[0]?.focus({ preventScroll: true })
}
