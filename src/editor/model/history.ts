import type { EditorDocument } from '../../drafts/editor-document.ts'

/** What a step did, for "Undo: move point 7". `number` is the point's number, `count` the number of points imported or accepted. */
export interface StepLabel {
  readonly action:
    | 'add'
    | 'moveImage'
    | 'moveMap'
    | 'predict'
    | 'delete'
    | 'enable'
    | 'disable'
    | 'note'
    | 'import'
    | 'propose'
    | 'type'
    | 'projection'
    | 'restore'
    | 'leaveDraft'
    | 'takeOver'
    | 'lay'
    | 'crop'
    | 'cropMove'
    | 'cropInsert'
    | 'cropRemove'
    | 'cropClear'
    | 'cropFrame'
    | 'sheet'
  readonly number?: number
  readonly count?: number
}

interface Step {
  readonly label: StepLabel
  /** The document before the step (in `past`) or after it (in `future`). */
  readonly document: EditorDocument
}

/** Whole snapshots: a document is a few hundred points at most, and shares what did not change. */
export interface History {
  readonly past: readonly Step[]
  readonly present: EditorDocument
  readonly future: readonly Step[]
}

/** Steps that can be undone; the oldest are forgotten. */
export const HISTORY_LIMIT = 500

export function startHistory(document: EditorDocument): History {
  return { past: [], present: document, future: [] }
}

/**
 * Makes a step. The same document is no step. With `merge`, a step with the label of the last one joins it, so that
 * ten presses of an arrow key are undone at once.
 */
export function commit(history: History, document: EditorDocument, label: StepLabel, merge = false): History {
  if (document === history.present) return history
  const last = history.past.at(-1)
  const joins = merge && history.future.length === 0 && last !== undefined && sameLabel(last.label, label)
  const past = joins
    ? history.past
    : [...history.past, { label, document: history.present }].slice(-HISTORY_LIMIT)
  return { past, present: document, future: [] }
}

function sameLabel(a: StepLabel, b: StepLabel): boolean {
  return a.action === b.action && a.number === b.number && a.count === b.count
}

/** Takes back the last step; the same history when there is none. */
export function undo(history: History): History {
  const step = history.past.at(-1)
  if (!step) return history
  return {
    past: history.past.slice(0, -1),
    present: step.document,
    future: [{ label: step.label, document: history.present }, ...history.future],
  }
}

/** Makes the last step that was taken back again; the same history when there is none. */
export function redo(history: History): History {
  const step = history.future[0]
  if (!step) return history
  return {
    past: [...history.past, { label: step.label, document: history.present }],
    present: step.document,
    future: history.future.slice(1),
  }
}
