import { atom } from 'jotai'
import { enabledPoints, sameWarp } from '../../drafts/editor-document.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'
import { EMPTY_DOCUMENT } from '../../drafts/editor-document.ts'
import { restoreSteps } from '../../drafts/restore-steps.ts'
import { commit, redo, startHistory, undo } from './history.ts'
import type { History, StepLabel } from './history.ts'

const historyAtom = atom<History>(startHistory(EMPTY_DOCUMENT))
/** The document while a drag runs; null otherwise. */
const stagingAtom = atom<EditorDocument | null>(null)
const publishedAtom = atom<EditorDocument>(EMPTY_DOCUMENT)

/** What is shown: the staging document during a drag, else the committed one. */
export const documentAtom = atom((get) => get(stagingAtom) ?? get(historyAtom).present)

/** The committed document, without a running drag; this is what is saved and published. */
export const committedDocumentAtom = atom((get) => get(historyAtom).present)

export const controlPointsAtom = atom((get) => get(documentAtom).points)

// Narrow parts: what reads these is not rendered anew by every step of a drag.
export const pointCountAtom = atom((get) => get(documentAtom).points.length)
/** Number of points that are fitted. */
export const enabledCountAtom = atom((get) => enabledPoints(get(documentAtom)).length)
export const transformationTypeAtom = atom((get) => get(documentAtom).transformationType)
export const projectionAtom = atom((get) => get(documentAtom).projection)
export const maskAtom = atom((get) => get(documentAtom).mask)

/** What happened to the document last, for those who hear it and do not see it. */
export interface Said {
  readonly way: 'done' | 'undone' | 'redone'
  readonly label: StepLabel
  /** It joined the step before it, as presses of an arrow do. */
  readonly isMore: boolean
  /** Counts up: the same step made twice is said twice. */
  readonly serial: number
}

const saidStateAtom = atom<Said | null>(null)
export const saidAtom = atom((get) => get(saidStateAtom))

const sayAtom = atom(null, (get, set, way: Said['way'], label: StepLabel | undefined, isMore?: boolean) => {
  if (label)
    set(saidStateAtom, { way, label, isMore: isMore === true, serial: (get(saidStateAtom)?.serial ?? 0) + 1 })
})

/** Whether a drag is running. */
export const isStagingAtom = atom((get) => get(stagingAtom) !== null)

/** Whether the warp differs from the last published one: points, switches, type, projection and mask count, notes do not. */
export const pendingChangesAtom = atom((get) => {
  const present = get(historyAtom).present
  const published = get(publishedAtom)
  if (present.points.length === 0 && published.points.length === 0) return false
  return !sameWarp(present, published)
})

/** Labels of the steps that undo and redo would take, or null. */
export const undoLabelAtom = atom((get) => get(historyAtom).past.at(-1)?.label ?? null)
export const redoLabelAtom = atom((get) => get(historyAtom).future[0]?.label ?? null)
/** There is a step to take back, or to take again. */
export const hasHistoryAtom = atom((get) => get(undoLabelAtom) !== null || get(redoLabelAtom) !== null)

/** Starts afresh with what the server holds. `published` is what its overlay was made from. */
export const openDocumentAtom = atom(
  null,
  (_get, set, { document, published }: { document: EditorDocument; published: EditorDocument }) => {
    set(stagingAtom, null)
    set(historyAtom, startHistory(document))
    set(publishedAtom, published)
  },
)

/** Notes that `document` is the one published now; the history stays. */
export const markPublishedAtom = atom(null, (_get, set, document: EditorDocument) =>
  set(publishedAtom, document),
)

interface Edit {
  /** Pure; gives the same document when nothing changes, which is no step. */
  readonly action: (document: EditorDocument) => EditorDocument
  readonly label: StepLabel
  /** Join the last step if it has the same label. */
  readonly merge?: boolean
}

/** Why editing waits: a draft to decide on, or another tab that the map is edited in. Null: it does not. */
export type EditHold = 'draft' | 'otherTab'
export const editHoldAtom = atom<EditHold | null>(null)
/** An edit was tried while editing waits. */
export const isHoldAskedAtom = atom(false)

/** A draft of the owner's was put aside for the work of somebody else. */
export const isDraftAsideAtom = atom(false)

/** The overlay that the document began from; null: the map had none. */
export const baseVersionAtom = atom<number | null>(null)
/** What this editor has sent to be published last; null: nothing yet. */
export const sentDocumentAtom = atom<EditorDocument | null>(null)

/** Whether editing waits; whoever tries is then told why. */
export const isHeldAtom = atom(null, (get, set) => {
  const isHeld = get(editHoldAtom) !== null
  if (isHeld) set(isHoldAskedAtom, true)
  return isHeld
})

/** Makes one step, and says whether it could. A running drag is given up first. */
export const editAtom = atom(null, (get, set, { action, label, merge = false }: Edit): boolean => {
  if (set(isHeldAtom)) return false
  const history = get(historyAtom)
  set(stagingAtom, null)
  const next = commit(history, action(history.present), label, merge)
  set(historyAtom, next)
  if (next !== history) set(sayAtom, 'done', label, next.past.length === history.past.length)
  return true
})

/** Takes a draft up in steps that can be undone one by one; it is said once. False: editing waits. */
export const restoreAtom = atom(null, (get, set, draft: EditorDocument): boolean => {
  if (set(isHeldAtom)) return false
  const before = get(historyAtom)
  set(stagingAtom, null)
  const steps = restoreSteps(before.present, draft)
  const next = steps.reduce(
    (history, { document, added }) =>
      commit(history, document, added === null ? { action: 'restore' } : { action: 'add', number: added }),
    before,
  )
  set(historyAtom, next)
  if (next !== before) set(sayAtom, 'done', { action: 'restore' })
  return true
})

/** Shows the effect of a drag without making a step; always computed from the committed document. */
export const stageAtom = atom(null, (get, set, action: Edit['action']) => {
  if (set(isHeldAtom)) return
  set(stagingAtom, action(get(historyAtom).present))
})

/** Ends a drag: the staged document becomes one step. */
export const commitStagedAtom = atom(null, (get, set, label: StepLabel) => {
  const staged = get(stagingAtom)
  if (staged === null) return
  set(stagingAtom, null)
  const history = get(historyAtom)
  set(historyAtom, commit(history, staged, label))
  if (staged !== history.present) set(sayAtom, 'done', label)
})

/** Gives up a drag: everything is as before it. */
export const revertStagedAtom = atom(null, (_get, set) => set(stagingAtom, null))

export const undoAtom = atom(null, (get, set) => {
  if (set(isHeldAtom)) return
  set(stagingAtom, null)
  const history = get(historyAtom)
  set(historyAtom, undo(history))
  set(sayAtom, 'undone', history.past.at(-1)?.label)
})

export const redoAtom = atom(null, (get, set) => {
  if (set(isHeldAtom)) return
  set(stagingAtom, null)
  const history = get(historyAtom)
  set(historyAtom, redo(history))
  set(sayAtom, 'redone', history.future[0]?.label)
})
