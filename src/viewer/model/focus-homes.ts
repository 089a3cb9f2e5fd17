/** What holds the maps: the chosen list, or the button that shows the lists. */
const LIST = '[data-home=list]'

/** Where the focus goes when a filter goes and no other stays: the fields of filters, or the list that they narrow. */
export const FILTER_HOMES = ['[data-autofocus]', '[data-home=filters]', LIST] as const

/** And when a map goes off the map: the list that it came from. */
export const MAP_HOMES = [LIST, '[data-home=search]'] as const

/** A tool that ends: its button. */
export const BOX_HOMES = ['[data-home=box]'] as const
export const MEASURE_HOMES = ['[data-home=cross]', '[data-home=measure]'] as const
export const BAND_HOMES = ['[data-home=time]'] as const

/** Gives the focus to the first of the homes that is there. */
export function focusHome(homes: readonly string[]) {
  const found = homes.flatMap((home) => [...document.querySelectorAll<HTMLElement>(home)])
  found[0]?.focus({ preventScroll: true })
}
