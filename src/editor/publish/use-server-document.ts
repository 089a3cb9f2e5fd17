import { useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { sameContent } from '../document/editor-document.ts'
import type { EditorDocument } from '../document/editor-document.ts'
import { documentOfRecord } from '../document/map-record-document.ts'
import {
  committedDocumentAtom,
  markPublishedAtom,
  openDocumentAtom,
  pendingChangesAtom,
} from '../state/document-atoms.ts'

/**
 * The document that the server holds; the same object until the server holds another. Where nothing was changed here,
 * the editor takes the new one over: a rejection gives the map its earlier points back. Work that is not published stays.
 */
export function useServerDocument(record: Pick<MapRecord, 'transformation'>): EditorDocument {
  const store = useStore()
  const open = useSetAtom(openDocumentAtom)
  const markPublished = useSetAtom(markPublishedAtom)
  const [kept, setKept] = useState(() => ({ of: record.transformation, document: documentOfRecord(record) }))
  const last = useRef(kept.document)
  let { document } = kept
  if (kept.of !== record.transformation) {
    document = documentOfRecord(record)
    setKept({ of: record.transformation, document })
  }

  useEffect(() => {
    const before = last.current
    last.current = document
    const committed = store.get(committedDocumentAtom)
    if (before === document || sameContent(committed, document)) return
    const isUntouched = sameContent(committed, before) && !store.get(pendingChangesAtom)
    if (isUntouched) open({ document, published: document })
    else markPublished(document)
  }, [store, document, open, markPublished])
  return document
}
