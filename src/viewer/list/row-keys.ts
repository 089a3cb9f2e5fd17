/** The cell of a list that the Tab key finds: its row and its column, from 0. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** How large a list is. */
interface ListSize {
  readonly rows: number
  readonly columns: number
  /** Rows in view at once. */
  readonly page: number
}

/** Where a key leads from a cell; null where it leads nowhere that a list knows. */
export function placeAfterKey(key: string, { row, column }: CellPlace, size: ListSize): CellPlace | null {
  const rowBy = (way: number) => ({ row: between(row + way, size.rows), column })
  switch (key) {
    case 'ArrowUp':
      return rowBy(-1)
    case 'ArrowDown':
      return rowBy(1)
    case 'PageUp':
      return rowBy(-size.page)
    case 'PageDown':
      return rowBy(size.page)
    case 'Home':
      return { row: 0, column }
    case 'End':
      return rowBy(size.rows)
    case 'ArrowLeft':
      return { row, column: between(column - 1, size.columns) }
    case 'ArrowRight':
      return { row, column: between(column + 1, size.columns) }
    default:
      return null
  }
}

const between = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

/** How far a list of rows of one height is scrolled so that a row is whole in view, CSS px; as it is where it is. */
export function scrollTopFor(row: number, rowHeight: number, scrollTop: number, height: number): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop
}
