/** Rows that may be the one of a table whose controls the Tab key finds. */
interface StopCandidates {
  /** The row that holds the focus, null while it is elsewhere. */
  readonly focused: string | null
  /** The row of the selected point. */
  readonly selected: string | null
  /** The row that held the focus last. */
  readonly last: string | null
}

/** The one row of `ids` whose controls the Tab key finds; null where there are no rows. */
export function tabStopRow(
  ids: readonly string[],
  { focused, selected, last }: StopCandidates,
): string | null {
  return [focused, selected, last].find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null
}

/**
 * Where a key leads from row `at` of `count`, at most to the first and the last; null for a key that leads nowhere.
 * @param page rows that are in view at once
 */
export function rowForKey(key: string, at: number, count: number, page: number): number | null {
  const to = targetOf(key, at, count, page)
  return to === null || count === 0 ? null : Math.max(0, Math.min(count - 1, to))
}

function targetOf(key: string, at: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return at - 1
    case 'ArrowDown':
      return at + 1
    case 'PageUp':
      return at - page
    case 'PageDown':
      return at + page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/**
 * The row that takes over from one that is gone: the next that is still there, else the previous, else the first of
 * those that came instead; null where no row is left.
 * @param before rows in the order in which the one that is gone was among them
 */
export function rowAfterRemoval(
  before: readonly string[],
  gone: string,
  now: readonly string[],
): string | null {
  const left = new Set(now)
  const at = before.indexOf(gone)
  const isLeft = (id: string) => left.has(id)
  return (
    before.slice(at + 1).find(isLeft) ?? before.slice(0, Math.max(0, at)).findLast(isLeft) ?? now[0] ?? null
  )
}
