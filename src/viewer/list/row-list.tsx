import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundMap } from '../../../contract/api/find.ts'
import type { Leaving } from '../../map-record/use-leaving.ts'
import { isFocusLost } from '../../ui/focus-place.ts'
import { MAP_FALLBACKS } from '../model/focus-fallbacks.ts'
import { useRowWindow } from '../../ui/use-row-window.ts'
import { drawnRows } from '../../ui/visible-rows.ts'
import { placeAfterKey, scrollTopFor, type CellPlace } from './row-keys.ts'
import classes from './row-list.module.css'

/** Fewer rows than these below the last one drawn ask for the next page. */
const ROWS_AHEAD = 20

/** Height of the line where the maps in view end, CSS px. */
const LINE_PX = 28

/** What the control of a cell takes: the Tab key finds one of the list's, the arrows lead to the others. */
export interface CellProps {
  readonly tabIndex: 0 | -1
  readonly 'data-cell': string
  readonly 'aria-describedby'?: string
}

interface RowListProps {
  readonly label: string
  readonly maps: readonly FoundMap[]
  /** All rows that there are, those included that have not been asked for. */
  readonly total: number
  readonly rowHeight: number
  /** From which row on the maps are not in view, and how many there are; null: all are, or it is not known. */
  readonly elsewhere: { readonly from: number; readonly count: number | null } | null
  /** Controls of a row. */
  readonly columns: number
  readonly leaving: Leaving
  readonly hasNext: boolean
  readonly onNext: () => void
  /** What stands below the last row: more to come, or why not. */
  readonly foot: ReactNode
  readonly renderRow: (map: FoundMap, cellOf: (column: number) => CellProps) => ReactNode
}

/** Rows of one height of which only those in view stand in the page; the Tab key stops at them once. */
export function RowList(props: RowListProps) {
  const { label, maps, total, rowHeight, elsewhere, columns, leaving, hasNext, onNext, foot, renderRow } =
    props
  const body = useRef<HTMLDivElement>(null)
  const { start, end, page } = useRowWindow(body, maps.length, rowHeight)
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 })
  const at = { ...active, row: Math.max(0, Math.min(active.row, maps.length - 1)) }
  const note = useId()
  const { t, i18n } = useTranslation('viewer')
  /** How far the line between maps in view and others moves a row down. */
  const lineAbove = (row: number) => (elsewhere && row >= elsewhere.from ? LINE_PX : 0)
  const focusCell = useCellFocus(body, rowHeight, lineAbove)

  useFocusAfterLeaving(body, leaving)

  const isNearEnd = hasNext && end > maps.length - ROWS_AHEAD
  const fetchNext = useEffectEvent(onNext)
  useEffect(() => {
    if (isNearEnd) fetchNext()
  }, [isNearEnd, maps.length])

  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const next = placeAfterKey(event.key, at, { rows: maps.length, columns, page })
    if (!next) return
    event.preventDefault()
    setActive(next)
    focusCell(next)
  }
  const closing = maps.flatMap(({ id }, row) => (leaving.get(id) === 'closing' ? [row] : []))
  const topOf = (row: number) =>
    (row - closing.filter((gone) => gone < row).length) * rowHeight + lineAbove(row)
  const elsewhereText =
    elsewhere &&
    (elsewhere.count === null
      ? t('list.elsewhereSome')
      : t('list.elsewhere', { number: new Intl.NumberFormat(i18n.language).format(elsewhere.count) }))
  return (
    <>
      <div
        ref={body}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={total}
        className={classes.rows}
        data-closing={leaving.size > 0}
        style={{ height: topOf(maps.length) }}
        onKeyDown={press}
        onFocus={({ target }) => {
          const place = placeOfCell(target)
          if (place) setActive(place)
        }}
      >
        {elsewhere && elsewhere.from < maps.length ? (
          <div
            id={note}
            aria-hidden
            className={classes.elsewhere}
            style={{ height: LINE_PX, transform: `translateY(${topOf(elsewhere.from) - LINE_PX}px)` }}
          >
            {elsewhereText}
          </div>
        ) : null}
        {drawnRows({ start, end }, [at.row]).map((row) => {
          const map = maps[row]
          if (!map) return null
          return (
            <div
              key={map.id}
              role="row"
              aria-rowindex={row + 1}
              className={classes.row}
              data-leaving={leaving.get(map.id)}
              inert={leaving.has(map.id)}
              style={{ height: rowHeight, transform: `translateY(${topOf(row)}px)` }}
            >
              {renderRow(map, (column) => ({
                tabIndex: row === at.row && column === at.column ? 0 : -1,
                'data-cell': `${row} ${column}`,
                ...(column === 0 && elsewhereText && lineAbove(row) > 0 && { 'aria-describedby': note }),
              }))}
            </div>
          )
        })}
      </div>
      {foot}
    </>
  )
}

/** A row that has left may have had the focus, or was to have it back from a dialog: the next one has it, or the list. */
function useFocusAfterLeaving(body: React.RefObject<HTMLElement | null>, leaving: Leaving) {
  const isLeaving = useRef(false)
  useEffect(() => {
    const hasLeft = isLeaving.current && leaving.size === 0
    isLeaving.current = leaving.size > 0
    if (hasLeft && isFocusLost())
      body.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
  })
  useEffect(
    () => () => {
      if (!isLeaving.current || !isFocusLost()) return
      const found = MAP_FALLBACKS.flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)])
      found[0]?.focus()
    },
    [],
  )
}

function placeOfCell(target: Element): CellPlace | null {
  const [row, column] = (target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '').split(' ')
  return row && column ? { row: Number(row), column: Number(column) } : null
}

/**
 * Puts the focus on a cell once it stands in the page, scrolled into view; also where the focused row has gone.
 * A row with fewer controls takes it with its first.
 */
function useCellFocus(
  body: React.RefObject<HTMLElement | null>,
  rowHeight: number,
  lineAbove: (row: number) => number,
) {
  const wanted = useRef<CellPlace | null>(null)
  const focused = useRef<{ readonly place: CellPlace; readonly element: Element } | null>(null)
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    const isLost = isFocusLost()
    // Lost with the row that had it; one that stands there still was left on purpose, perhaps for the browser's own bar.
    const lost = isLost && focused.current?.element.isConnected === false ? focused.current.place : null
    if (!isLost || !lost) {
      const active = document.activeElement
      const place = active && element.contains(active) ? placeOfCell(active) : null
      focused.current = active && place ? { place, element: active } : null
    }
    const place = wanted.current ?? lost
    if (!place) return
    const cell =
      element.querySelector<HTMLElement>(`[data-cell="${place.row} ${place.column}"]`) ??
      element.querySelector<HTMLElement>(`[data-cell="${place.row} 0"]`)
    if (!cell) return
    wanted.current = null
    cell.focus({ preventScroll: true })
  })
  return (place: CellPlace) => {
    wanted.current = place
    const scroller = body.current?.parentElement
    if (!body.current || !scroller) return
    const above = body.current.offsetTop - scroller.offsetTop + lineAbove(place.row)
    const top = scrollTopFor(place.row, rowHeight, scroller.scrollTop - above, scroller.clientHeight)
    scroller.scrollTo({ top: top + above })
  }
}
