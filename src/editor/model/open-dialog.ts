import { atom } from 'jotai'

/** What opens over the editor, one at a time. */
export type DialogName =
  | 'palette'
  | 'import'
  | 'export'
  | 'shortcuts'
  | 'tutorial'
  | 'details'
  | 'submit'
  | 'overview'
  /** The overview with its discussion in sight. */
  | 'discussion'

/** The dialog that is open; null: none. */
export const openDialogAtom = atom<DialogName | null>(null)
