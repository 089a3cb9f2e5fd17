import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { sameContent } from '../../drafts/editor-document.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'
import { documentOfRecord } from '../../drafts/map-record-document.ts'
import {
  baseVersionAtom,
  committedDocumentAtom,
  isDraftAsideAtom,
  markPublishedAtom,
  openDocumentAtom,
  pendingChangesAtom,
  sentDocumentAtom,
} from '../model/document-atoms.ts'
import { publicationOf } from '../model/publication.ts'
import type { Published } from '../model/publication.ts'

export interface ServerDocument {
  readonly document: EditorDocument
  /** Someone has published since the work here began. */
  readonly isOvertaken: boolean
  /** A draft of the owner's waits until they may edit again. */
  readonly hasDraftAside: boolean
}

/**
 * The document that the server holds; the same object until the server holds another. Where nothing was changed here,
 * the editor takes the new one over: a rejection gives the map its earlier points back. Work that is not published
 * stays, and goes on from the overlay that it began from: whether another has come since, `isOvertaken` says.
 *
 * @param isOthers someone else works on the owner's map, or waits for their decision: what is shown is theirs, and a
 *   draft waits where it is kept
 */
export function useServerDocument(
  record: Pick<MapRecord, 'transformation' | 'version'>,
  isOthers: boolean,
): ServerDocument {
  const store = useStore()
  const open = useSetAtom(openDocumentAtom)
  const markPublished = useSetAtom(markPublishedAtom)
  const committed = useAtomValue(committedDocumentAtom)
  const [baseVersion, setBase] = useAtom(baseVersionAtom)
  const [kept, setKept] = useState(() => ({ of: record.transformation, document: documentOfRecord(record) }))
  const { version } = record
  const [isAside, setAside] = useAtom(isDraftAsideAtom)
  const last = useRef<Published>({ document: kept.document, version })
  let { document } = kept
  if (kept.of !== record.transformation) {
    document = documentOfRecord(record)
    setKept({ of: record.transformation, document })
  }

  useEffect(() => {
    const before = last.current
    const after = { document, version }
    last.current = after
    const publication = publicationOf(before, after, {
      present: store.get(committedDocumentAtom),
      isPending: store.get(pendingChangesAtom),
      sent: store.get(sentDocumentAtom),
    })
    if (!publication) return
    if (publication.isTakenOver) open({ document, published: document })
    else if (before.document !== document) markPublished(document)
    if (publication.isBase) setBase(version)
  }, [store, document, version, open, markPublished, setBase])

  // After the draft was written: its effect is undone before this one is done.
  useEffect(() => {
    if (!isOthers || sameContent(store.get(committedDocumentAtom), document)) return
    open({ document, published: document })
    setBase(version)
    setAside(true)
  }, [store, isOthers, document, version, open, setBase, setAside])

  // Where no overlay counts, as after a rejection, there is none to be overwritten.
  const isOther = version !== null && baseVersion !== version
  return {
    document,
    isOvertaken: isOther && !sameContent(committed, document),
    hasDraftAside: isAside && isOthers,
  }
}
