import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onConnectionChange } from '../../api/connection.ts'
import { queryKeys } from '../../queries/query-keys.ts'
import {
  baseVersionAtom,
  committedDocumentAtom,
  editAtom,
  editHoldAtom,
  restoreAtom,
  sentDocumentAtom,
} from '../model/document-atoms.ts'
import type { DocumentChoice } from '../../drafts/document-difference.ts'
import { draftOffers, latestBase } from '../../drafts/draft-offers.ts'
import type { OfferedDraft } from '../../drafts/draft-offers.ts'
import { deleteDraft, type Draft, loadDraft, saveDraft } from '../../drafts/draft-store.ts'
import { createDraftSync } from '../../drafts/draft-sync.ts'
import type { DraftSync, ServerCopy, SyncState, Work } from '../../drafts/draft-sync.ts'
import { isPublishedSince } from '../../drafts/published-since.ts'
import { sameContent } from '../../drafts/editor-document.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'
import type { KeptWork } from './editing-tab.ts'
import { draftCalls, loadServerDraft } from '../../drafts/server-draft.ts'

/** Drafts are written at most this often: the first change at once, and what follows it together. */
const SAVE_EVERY_MS = 400
/** Longer than this nobody waits to be offered a draft of the account. */
const LOOK_MS = 8_000

type Documents = ReadonlySet<EditorDocument>
const NONE: Documents = new Set()

/** How safe the work is: `clean` = nothing to lose, `kept` = in this browser and in the account, `device` = in this browser, and the server does not take it, `published` = the overlay is what the points say, `failed` = this browser refuses to keep a draft. */
export type SaveState = 'clean' | 'saving' | 'saved' | 'kept' | 'device' | 'failed' | 'published'

export interface DraftState {
  readonly saveState: SaveState
  /** It is known whether there are any. */
  readonly isLookedFor: boolean
  /** Earlier drafts that differ from what the server holds, the newest first; none once decided on. */
  readonly offers: readonly OfferedDraft[]
  /** A draft that was saved elsewhere while this one was changed. */
  readonly rival: ServerCopy | null
  /** Takes an offer up, in steps that can be undone one by one. */
  readonly restore: (offer: OfferedDraft) => void
  /** Gives all offers up. */
  readonly discard: () => void
  /** Takes the rival's points, or some of both, as a step that can be undone, or puts the points here in its place. */
  readonly settleRival: (choice: DocumentChoice) => void
  /** For the tabs of a browser, one of which edits at a time. */
  readonly work: KeptWork
}

interface DraftInput {
  readonly userId: string
  readonly mapId: string
  /** What the server holds; a new one after every transform. */
  readonly published: EditorDocument
  /** The overlay that the server serves; null: none. */
  readonly version: number | null
  /** The user may edit, and no other tab of this browser does. */
  readonly isEditing: boolean
  /** The map lies on this device alone: no account keeps its draft. */
  readonly isLocal?: boolean
}

/**
 * Keeps the work on a map in this browser at once and in the account as soon as the line allows, and offers it again
 * after a crash, the end of a session, a reload or on another device. What equals the server's own is no draft. Until an
 * offer is decided on, editing waits: nothing can be written over it.
 */
export function useDraft({
  userId,
  mapId,
  published,
  version: publishedVersion,
  isEditing,
  isLocal = false,
}: DraftInput): DraftState {
  const store = useStore()
  const queries = useQueryClient()
  const document = useAtomValue(committedDocumentAtom)
  const baseVersion = useAtomValue(baseVersionAtom)
  const edit = useSetAtom(editAtom)
  const restore = useSetAtom(restoreAtom)
  const setHold = useSetAtom(editHoldAtom)
  const [saved, setSaved] = useState<EditorDocument | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [offers, setOffers] = useState<readonly OfferedDraft[]>([])
  const [isLookedFor, setLookedFor] = useState(false)
  const [rival, setRival] = useState<ServerCopy | null>(null)
  const [syncState, setSyncState] = useState<SyncState>('none')
  const unsaved = useRef<EditorDocument | null>(null)
  const writtenAt = useRef(0)
  const hasLoaded = useRef(false)
  const follows = useRef<number | null>(null)
  const sync = useRef<DraftSync | null>(null)

  const put = useEffectEvent((work: Work, version: number | null, isKept: boolean) => {
    follows.current = version
    const sent = store.get(sentDocumentAtom)
    return saveDraft({ userId, mapId, savedAt: Date.now(), ...work, follows: version, isKept, sent })
  })

  const write = useEffectEvent(async () => {
    const kept = unsaved.current
    unsaved.current = null
    if (!kept) return
    writtenAt.current = Date.now()
    const work = { document: kept, baseVersion: store.get(baseVersionAtom) }
    sync.current?.keep(work)
    try {
      await put(work, follows.current, false)
      setSaved(kept)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  })

  const drop = useEffectEvent(async () => {
    unsaved.current = null
    // What is offered stays until it is decided on; opening the map alone must not throw it away.
    if (offers.length > 0 || !hasLoaded.current) return
    sync.current?.drop()
    follows.current = null
    await deleteDraft(userId, mapId).catch(() => undefined)
  })

  /** Of what would be offered, the documents that have been published since they were kept. */
  const publishedOf = useEffectEvent(async (local: Draft | undefined, server: ServerCopy | null) => {
    if (publishedVersion === null) return NONE
    const found = draftOffers({ document: published, baseVersion: publishedVersion }, local, server)
    const documents = await Promise.all(
      found.map(async ({ document: kept, savedAt }) => {
        // By the server's clock, where it has the same.
        const isSame = server !== null && sameContent(server.document, kept)
        const isOld = await isPublishedSince(mapId, {
          document: kept,
          savedAt: isSame ? server.savedAt : savedAt,
        })
        return isOld ? kept : null
      }),
    )
    return new Set(documents.filter((kept) => kept !== null))
  })

  const offer = useEffectEvent((local: Draft | undefined, server: ServerCopy | null, old: Documents) => {
    follows.current = server?.version ?? local?.follows ?? null
    sync.current?.follow(follows.current)
    hasLoaded.current = true
    setLookedFor(true)
    // Begun before the answer came: that is work too, and is compared when it is saved.
    const hasBegun = !sameContent(store.get(committedDocumentAtom), published)
    if (hasBegun) {
      sync.current?.follow(local?.follows ?? null)
      return
    }
    const found = draftOffers({ document: published, baseVersion: publishedVersion }, local, server).filter(
      ({ document: kept }) => !old.has(kept),
    )
    setOffers(found)
    if (found.length > 0) setHold('draft')
    else if (old.size > 0) void drop()
  })

  /**
   * The work that the server has now. What was changed while it was on its way is newer, and stays in this browser; and it
   * may stand on another overlay by now: one's own, published in between.
   */
  const keptOnServer = useEffectEvent(({ document: kept }: Work, version: number) => {
    const latest = store.get(committedDocumentAtom)
    const isLatest = sameContent(latest, kept)
    const work = { document: isLatest ? kept : latest, baseVersion: store.get(baseVersionAtom) }
    put(work, version, isLatest).catch(() => undefined)
  })

  /** The map may be in the trash, or another's by now: its record says so. */
  const askForRecord = useEffectEvent(
    () => void queries.invalidateQueries({ queryKey: queryKeys.record(mapId) }),
  )

  useEffect(() => {
    if (!isEditing) return undefined
    const following = isLocal
      ? null
      : createDraftSync({
          ...draftCalls(mapId),
          onState: (state) => {
            setSyncState(state)
            if (state === 'refused') askForRecord()
          },
          onRival: setRival,
          onKept: keptOnServer,
        })
    sync.current = following
    const offline = onConnectionChange(() => following?.retry())
    const local = loadDraft(userId, mapId).catch(() => {
      setFailed(true)
      return undefined
    })
    const server = isLocal ? null : loadServerDraft(mapId, AbortSignal.timeout(LOOK_MS)).catch(() => null)
    let isCurrent = true
    void Promise.all([local, server]).then(async ([here, there]) => {
      if (!isCurrent) return
      const old = await publishedOf(here, there)
      if (isCurrent) offer(here, there, old)
    })
    return () => {
      isCurrent = false
      hasLoaded.current = false
      void write()
      offline()
      following?.close()
      sync.current = null
    }
  }, [userId, mapId, isEditing, isLocal])

  useEffect(() => {
    if (!isEditing) return undefined
    if (sameContent(document, published)) {
      void drop()
      return undefined
    }
    unsaved.current = document
    const timer = window.setTimeout(() => void write(), writtenAt.current + SAVE_EVERY_MS - Date.now())
    return () => window.clearTimeout(timer)
  }, [document, published, isEditing])

  // At once: a reload would else take the overlay that was published from here for another's.
  const lastBase = useRef(baseVersion)
  const writeOnNewBase = useEffectEvent((base: number | null) => {
    const isNew = base !== lastBase.current
    lastBase.current = base
    if (!isNew || !isEditing || !hasLoaded.current || sameContent(document, published)) return
    unsaved.current = document
    void write()
  })
  useEffect(() => {
    writeOnNewBase(baseVersion)
  }, [baseVersion])

  const decide = () => {
    setOffers([])
    setHold(null)
  }
  const discard = () => {
    decide()
    sync.current?.drop()
    void deleteDraft(userId, mapId).catch(() => undefined)
  }
  const takeRival = ({ document: taken, baseVersion }: Work) => {
    edit({ action: () => taken, label: { action: 'restore' } })
    store.set(baseVersionAtom, baseVersion)
  }

  // While it is on its way: who leaves now must not find his own overlay to be another's.
  const sent = useAtomValue(sentDocumentAtom)
  const writeWithSent = useEffectEvent(() => {
    if (!sent || !isEditing || !hasLoaded.current || sameContent(document, published)) return
    unsaved.current = document
    void write()
  })
  useEffect(() => {
    writeWithSent()
  }, [sent])

  // What was offered has been published from here meanwhile: its transform was under way when the page was opened.
  const isOfferPublished = offers.length > 0 && offers.every((one) => sameContent(one.document, published))
  const dropPublished = useEffectEvent(() => {
    setHold(null)
    sync.current?.drop()
    deleteDraft(userId, mapId)
      .catch(() => undefined)
      .finally(() => setOffers([]))
  })
  useEffect(() => {
    if (isOfferPublished) dropPublished()
  }, [isOfferPublished])

  const flushLatest = useEffectEvent(() => {
    const latest = store.get(committedDocumentAtom)
    if (isEditing && hasLoaded.current && latest !== document && !sameContent(latest, published))
      unsaved.current = latest
    void write()
  })
  useEffect(() => {
    // Leaving the page or the route: the timer may never run, nor what follows the last change.
    const flush = () => flushLatest()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const flushed = useRef(() => Promise.resolve())
  useEffect(() => {
    flushed.current = async () => {
      await write()
      await sync.current?.settled()
    }
  }, [])

  const catchUp = useEffectEvent(async () => {
    // Nothing was done here: what is kept is offered, as after a reload.
    if (sameContent(store.get(committedDocumentAtom), published)) return
    const local = await loadDraft(userId, mapId).catch(() => null)
    // Storage is forbidden: nothing better is known than what is here.
    if (local === null) return
    const latest = local?.document ?? published
    if (sameContent(latest, store.get(committedDocumentAtom))) return
    setHold(null)
    edit({ action: () => latest, label: { action: 'takeOver' } })
    if (local) store.set(baseVersionAtom, local.baseVersion)
  })
  const caughtUp = useRef(() => Promise.resolve())
  useEffect(() => {
    caughtUp.current = () => catchUp()
  }, [])

  return {
    saveState: saveStateOf(),
    isLookedFor,
    offers,
    rival,
    restore: (taken) => {
      decide()
      restore(taken.document)
      store.set(baseVersionAtom, taken.baseVersion)
      store.set(sentDocumentAtom, taken.sent)
    },
    discard,
    settleRival: (choice) => {
      if (rival && choice === 'theirs') takeRival(rival)
      if (rival && typeof choice !== 'string')
        takeRival({
          document: choice.merged,
          baseVersion: latestBase(rival, { baseVersion: store.get(baseVersionAtom) }),
        })
      setRival(null)
      sync.current?.resume()
    },
    work: { flush: () => flushed.current(), catchUp: () => caughtUp.current() },
  }

  function saveStateOf(): SaveState {
    if (sameContent(document, published)) return 'clean'
    if (hasFailed && syncState !== 'kept') return 'failed'
    if (saved !== document) return hasFailed ? 'failed' : 'saving'
    if (syncState === 'away' || syncState === 'refused') return 'device'
    return syncState === 'kept' ? 'kept' : 'saved'
  }
}
