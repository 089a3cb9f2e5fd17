/** The four sides of a sheet in its own reference system: degrees, or metres of its grid. */
export interface SheetEdges {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}
export const EDGES = ['north', 'west', 'east', 'south'] as const satisfies readonly (keyof SheetEdges)[]
export const SIZES = ['width', 'height'] as const
export type SheetField = keyof SheetEdges | (typeof SIZES)[number]
/** As it was typed; what is not needed is empty. */
export type SheetTexts = Readonly<Record<SheetField, string>>
export const NO_TEXTS: SheetTexts = { north: '', west: '', east: '', south: '', width: '', height: '' }
