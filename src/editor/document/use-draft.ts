import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { committedDocumentAtom, editAtom } from '../state/document-atoms.ts'
import type { SaveState } from '../frame/save-state.tsx'
import { deleteDraft, loadDraft, saveDraft } from './draft-store.ts'
import type { Draft } from './draft-store.ts'
import { sameContent } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** A change is in the draft at the latest this long after it was made: well under the second that is promised. */
const SAVE_AFTER_MS = 400

export interface DraftState {
  readonly saveState: SaveState
  /** An earlier draft that differs from what the server holds; null once restored or discarded. */
  readonly offered: Draft | null
  readonly restore: () => void
  readonly discard: () => void
}

/**
 * Keeps the work on a map in this browser and offers it again after a crash, the end of a session or a reload. What
 * equals the server's own is no draft.
 * @param published what the server holds; a new one after every transform
 */
export function useDraft(userId: string, mapId: string, published: EditorDocument): DraftState {
  const document = useAtomValue(committedDocumentAtom)
  const edit = useSetAtom(editAtom)
  const [saved, setSaved] = useState<EditorDocument | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [offered, setOffered] = useState<Draft | null>(null)
  const unsaved = useRef<EditorDocument | null>(null)
  const hasLoaded = useRef(false)

  const isOfWorth = useEffectEvent((draft: Draft) => !sameContent(draft.document, published))
  useEffect(() => {
    let isCurrent = true
    loadDraft(userId, mapId).then(
      (draft) => {
        if (!isCurrent) return
        hasLoaded.current = true
        if (draft && isOfWorth(draft)) setOffered(draft)
      },
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [userId, mapId])

  const write = useEffectEvent(async () => {
    const kept = unsaved.current
    unsaved.current = null
    if (!kept) return
    try {
      await saveDraft({ userId, mapId, savedAt: Date.now(), document: kept })
      setSaved(kept)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  })

  const drop = useEffectEvent(async () => {
    unsaved.current = null
    // What is offered stays until it is decided on; opening the map alone must not throw it away.
    if (!offered && hasLoaded.current) await deleteDraft(userId, mapId).catch(() => undefined)
  })

  useEffect(() => {
    if (sameContent(document, published)) {
      void drop()
      return undefined
    }
    unsaved.current = document
    const timer = window.setTimeout(() => void write(), SAVE_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [document, published])

  useEffect(() => {
    // Leaving the page or the route: the timer may never run.
    const flush = () => void write()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const isClean = sameContent(document, published)
  const saveState: SaveState = isClean
    ? 'clean'
    : hasFailed
      ? 'failed'
      : saved === document
        ? 'saved'
        : 'saving'
  return {
    saveState,
    offered,
    restore: () => {
      if (offered) edit({ action: () => offered.document, label: { action: 'restore' } })
      setOffered(null)
    },
    discard: () => {
      setOffered(null)
      if (isClean) void deleteDraft(userId, mapId).catch(() => undefined)
    },
  }
}
