import { atom, type createStore } from 'jotai'
import { flushSync } from 'react-dom'
import type { ImagePoint } from '../../../../contract/control-points.ts'
import { scanSizeAtom } from '../scan-size.ts'
import { isTableOpenAtom, shownSideAtom, viewModeAtom } from '../view-atoms.ts'
import { heldOnScan } from '../scan-edge.ts'
import { croppingAtom, layingAtom, panesAtom, pullingAtom, toolsAtom } from '../tool-atoms.ts'
import { NO_TEXTS, type SheetTexts } from './sheet-texts.ts'

type Store = ReturnType<typeof createStore>

export const SOURCES = ['frame', 'crop', 'picked'] as const
export type ImageSource = (typeof SOURCES)[number]
export type SheetKind = 'corners' | 'crosses'

/** What stands in the dialog; it is kept while places are picked on the scan. */
export interface SheetForm {
  readonly kind: SheetKind
  readonly texts: SheetTexts
  /** Where the corners on the scan come from; null: not chosen, the best that there is. */
  readonly source: ImageSource | null
  /** How many corners clockwise the scan's upper left one is from north-west. */
  readonly turn: number
  /** A place a line. */
  readonly crosses: string
  readonly picked: Readonly<Record<SheetKind, readonly ImagePoint[]>>
  /** The scan is cropped to the corners; null: where there is no crop yet. */
  readonly crops: boolean | null
  readonly mode: 'replace' | 'append'
}
const EMPTY: SheetForm = {
  kind: 'corners',
  texts: NO_TEXTS,
  source: null,
  turn: 0,
  crosses: '',
  picked: { corners: [], crosses: [] },
  crops: null,
  mode: 'replace',
}

/** Null while the dialog is closed. */
export const sheetFormAtom = atom<SheetForm | null>(null)

/** Changes what stands in the dialog. */
export const changeSheetAtom = atom(null, (get, set, change: Partial<SheetForm>) => {
  const form = get(sheetFormAtom)
  if (form) set(sheetFormAtom, { ...form, ...change })
})

/** Places being picked on the scan, one after another, in the order of `labels`. */
export interface Picking {
  readonly kind: SheetKind
  readonly labels: readonly string[]
  readonly picks: readonly ImagePoint[]
}
export const pickingAtom = atom<Picking | null>(null)

/** Opens the dialog; a tool that holds the panes ends. @param texts what it begins with */
export function openSheet(store: Store, texts: SheetTexts): void {
  const { send } = store.get(toolsAtom)
  if (store.get(croppingAtom)) send({ type: 'cropToggled' })
  if (store.get(layingAtom) ?? store.get(pullingAtom)) send({ type: 'layEnded' })
  send({ type: 'placingCancelled' })
  store.set(sheetFormAtom, { ...EMPTY, texts })
}

/** The dialog makes way for the scan. */
export function startPicking(store: Store, kind: SheetKind, labels: readonly string[]): void {
  // What is hidden cannot have the focus.
  flushSync(() => {
    store.set(pickingAtom, { kind, labels, picks: [] })
    if (store.get(viewModeAtom) === 'result') store.set(viewModeAtom, 'split')
    store.set(shownSideAtom, 'scan')
    // The corners that are asked for are not to lie beneath the card.
    store.set(isTableOpenAtom, false)
  })
  store.get(panesAtom).scan.current?.focus()
}

/** Takes the next place; after the last one the dialog comes back with all. */
export function pick(store: Store, image: ImagePoint): void {
  const picking = store.get(pickingAtom)
  if (!picking) return
  const picks = [...picking.picks, heldOnScan(image, store.get(scanSizeAtom))]
  if (picks.length < picking.labels.length) return store.set(pickingAtom, { ...picking, picks })
  const form = store.get(sheetFormAtom)
  store.set(changeSheetAtom, {
    picked: { ...(form?.picked ?? EMPTY.picked), [picking.kind]: picks },
    ...(picking.kind === 'corners' && { source: 'picked' }),
  })
  store.set(pickingAtom, null)
}

/** Moves a place that was picked. */
export function movePick(store: Store, index: number, image: ImagePoint): void {
  const picking = store.get(pickingAtom)
  const place = heldOnScan(image, store.get(scanSizeAtom))
  if (picking)
    store.set(pickingAtom, { ...picking, picks: picking.picks.map((at, i) => (i === index ? place : at)) })
}

/** Takes the last place back, or ends where there is none: the dialog comes back as it was. */
export function unpick(store: Store): void {
  const picking = store.get(pickingAtom)
  if (!picking) return
  const picks = picking.picks.slice(0, -1)
  store.set(pickingAtom, picking.picks.length > 0 ? { ...picking, picks } : null)
}
