import { atom } from 'jotai'
import type { EditorDocument } from '../../drafts/editor-document.ts'

/** The map lies on this device alone: nothing of it is asked of the server, nor told to it. */
export const isLocalAtom = atom(false)

/** How a map on this device is taken along as a file. */
export interface LocalMap {
  /** Makes the file. */
  readonly take: (document: EditorDocument) => void
  /** 0 to 100 while it is made, null while that is not known, undefined while none is. */
  readonly percent: number | null | undefined
}
