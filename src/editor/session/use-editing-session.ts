import { useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { PermissionSet } from '../../../contract/permissions.ts'
import { useUnsavedWork } from '../../session/unsaved-work.ts'
import { dismissToastsAbout } from '../../ui/toast-store.ts'
import { committedDocumentAtom } from '../model/document-atoms.ts'
import type { LocalMap } from '../model/local-map.ts'
import { type EditingTab, type KeptWork, useEditingTab } from './editing-tab.ts'
import { useStoredHalfPair } from './stored-half-pair.ts'
import { type DraftState, useDraft } from './use-draft.ts'
import { type EndedAssignment, useEditingRights } from './use-editing-rights.ts'
import { type ServerDocument, useServerDocument } from './use-server-document.ts'
import { type TransformState, useTransform } from './use-transform.ts'

interface EditingSessionInput {
  readonly record: MapRecord
  /** It was deleted, or taken from this user's sight, while it stood open. */
  readonly isGone: boolean
  readonly userId: string
  /** What takes the place of the server where the map lies on this device alone. */
  readonly local?: LocalMap | undefined
}

/** What holds for the work on an open map. */
export interface EditingSession {
  readonly permissions: PermissionSet
  readonly ended: EndedAssignment | null
  readonly transform: TransformState
  readonly server: ServerDocument
  readonly tab: EditingTab
  readonly draft: DraftState
  /** Points may be placed here now, and no draft waits to be taken or left: the map may ask where it is. */
  readonly mayAskForPlace: boolean
}

/** Until the draft is there. */
const NO_WORK: KeptWork = { flush: () => Promise.resolve(), catchUp: () => Promise.resolve() }

/** Ties the editor to the world: publishing, the user's rights, the server's document, the tab that edits, the draft. */
export function useEditingSession({ record, isGone, userId, local }: EditingSessionInput): EditingSession {
  const store = useStore()
  useUnsavedWork(true, { isRecoverable: true })
  useEffect(() => dismissToastsAbout(`opening ${record.id}`), [record.id])
  const isLocal = local !== undefined
  const published = useTransform(record, !isLocal)
  const transform = local
    ? { ...published, percent: local.percent, transform: () => local.take(store.get(committedDocumentAtom)) }
    : published
  const { permissions, ended } = useEditingRights(record, transform, isGone, isLocal)
  const { canEdit } = permissions
  const server = useServerDocument(record, permissions.isOwner && permissions.isAssigned)
  const work = useRef(NO_WORK)
  const tab = useEditingTab(`${userId} ${record.id}`, canEdit, work)
  const isEditing = canEdit && tab.isHere
  const draft = useDraft({
    userId,
    mapId: record.id,
    published: server.document,
    version: record.version,
    isEditing,
    isLocal,
  })
  useEffect(() => {
    work.current = draft.work
  })
  useStoredHalfPair(`${userId} ${record.id}`, isEditing)
  const mayAskForPlace = isEditing && draft.isLookedFor && draft.offers.length === 0
  return { permissions, ended, transform, server, tab, draft, mayAskForPlace }
}
