import { useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { rowAfterRemoval, rowForKey, tabStopRow } from './row-stop.ts'

/** Names the point of a row: an attribute of the row. */
const ROW = 'data-point'
/** Names a control of a row, the same in each row: an attribute of what takes the focus. */
const CONTROL = 'data-control'

interface RowPlace {
  readonly id: string
  readonly control: string
}

interface RowFocusProps {
  /** The rows of the table, marked by `data-point`; their controls by `data-control`. */
  readonly body: RefObject<HTMLElement | null>
  /** The rows in their order, drawn or not. */
  readonly ids: readonly string[]
  readonly selectedId: string | null
  /** Rows that are in view at once. */
  readonly page: number
  /** Deletes a row's point; null where nothing can be edited. */
  readonly onRemove: ((id: string) => void) | null
}

interface RowFocus {
  /** The row whose controls the Tab key finds. */
  readonly stopId: string | null
  /** Rows that must be drawn though they are out of view, as numbers among the rows; -1 for none. */
  readonly kept: readonly number[]
  /** Listeners of the body. */
  readonly on: {
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

/**
 * Makes the body of a table one stop of the Tab key: one row's controls are found by it, and keys lead from row to
 * row. The focus outlives its row: it goes to the row that takes over, or to the section around when the table goes.
 */
export function useRowFocus({ body, ids, selectedId, page, onRemove }: RowFocusProps): RowFocus {
  // Where the focus is, or was last.
  const [at, setAt] = useState<RowPlace | null>(null)
  const [isWithin, setWithin] = useState(false)
  const last = at?.id ?? null
  const stopId = tabStopRow(ids, { focused: isWithin ? last : null, selected: selectedId, last })

  // Where the row stands that has the focus: it may be sorted to another place.
  const row = isWithin && at !== null ? ids.indexOf(at.id) : null
  const before = useRef({ id: last, row })

  const idsBefore = useRef(ids)
  useLayoutEffect(() => {
    const idsThen = idsBefore.current
    idsBefore.current = ids
    setAt((place) => {
      if (place === null || ids.includes(place.id)) return place
      const heir = rowAfterRemoval(idsThen, place.id, ids)
      return heir === null ? null : { ...place, id: heir }
    })
  }, [ids])

  useLayoutEffect(() => {
    const table = body.current
    const { current: was } = before
    before.current = { id: last, row }
    if (!isWithin || at === null || table === null) return
    const holder = document.activeElement
    // Whatever has taken the focus meanwhile keeps it.
    if (holder !== document.body && !table.contains(holder)) return
    const control = controlAt(table, at)
    const hasMoved = was.id === last && was.row !== null && was.row !== row
    if (control === null || (control === holder && !hasMoved)) return
    // By itself the browser would bring the row to the middle of the view.
    control.focus({ preventScroll: true })
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [body, at, isWithin, last, row])

  useLayoutEffect(() => {
    const table = body.current
    // Runs while the rows still stand in the page.
    return () => {
      if (table?.contains(document.activeElement))
        table.closest<HTMLElement>('section')?.focus({ preventScroll: true })
    }
  }, [body])

  return {
    stopId,
    kept: [stopId, last].map((id) => (id === null ? -1 : ids.indexOf(id))),
    on: {
      onFocus: ({ target }) => {
        const place = placeOf(target)
        if (place === null) return
        setWithin(true)
        setAt((was) => (was?.id === place.id && was.control === place.control ? was : place))
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setWithin(false)
      },
      onKeyDown: (event) => {
        const place = placeOf(event.target)
        if (place === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
        if (event.key === 'Delete' || event.key === 'Backspace') {
          if (place.control !== 'number' || onRemove === null) return
          event.preventDefault()
          // The focus goes on to the next row: a key held down would empty the table.
          if (!event.repeat) onRemove(place.id)
          return
        }
        const to = rowForKey(event.key, ids.indexOf(place.id), ids.length, page)
        const id = to === null ? undefined : ids[to]
        if (id === undefined) return
        event.preventDefault()
        setAt({ ...place, id })
      },
    },
  }
}

function placeOf(target: EventTarget): RowPlace | null {
  if (!(target instanceof Element)) return null
  const control = target.closest(`[${CONTROL}]`)?.getAttribute(CONTROL)
  const id = target.closest(`[${ROW}]`)?.getAttribute(ROW)
  return control != null && id != null ? { id, control } : null
}

function controlAt(table: HTMLElement, { id, control }: RowPlace): HTMLElement | null {
  const row = table.querySelector(`[${ROW}="${CSS.escape(id)}"]`)
  return row?.querySelector<HTMLElement>(`[${CONTROL}="${CSS.escape(control)}"]`) ?? null
}
