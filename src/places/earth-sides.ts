/** How a language writes the sides of the Earth after degrees: north, south, east, west. */
export const EARTH_SIDES = {
  en: ['N', 'S', 'E', 'W'],
  lt: ['š.\u00a0pl.', 'p.\u00a0pl.', 'r.\u00a0ilg.', 'v.\u00a0ilg.'],
} as const
