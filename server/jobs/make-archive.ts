import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { messageText, type MessageKey } from '../../contract/api/messages.ts'
import {
  beginMapArchive,
  failMapArchive,
  finishMapArchive,
  isArchiveOpen,
  type MapArchiveRow,
  reportMapArchive,
  takeArchivesBeyond,
} from '../db/queries/map-archives.ts'
import { findOverlay, type OverlayRow } from '../db/queries/tile-rows.ts'
import type { StoredError } from '../db/schema/stored-json.ts'
import { StorageError } from '../storage/map-files.ts'
import { mapArchiveKey } from '../storage/map-keys.ts'
import type { JobDeps } from './job-deps.ts'
import { finalFailure, failureAfterLastAttempt } from './job-failure.ts'
import type { Task } from './job-runner.ts'
import { runAttempt } from './run-attempt.ts'

const payloadSchema = z.object({ archiveId: z.string() })
const GIGABYTE = 1e9

/** A file of an overlay that is being made. */
export interface ArchiveRun {
  readonly deps: JobDeps
  readonly archive: MapArchiveRow
  readonly attempt: string
  readonly overlay: OverlayRow
  /** Holds what is made so far; it belongs to the archive, not to an attempt. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Tells how far it is, 0–100. */
  readonly report: (percent: number) => void
}

/** A whole file on the local disk. */
interface MadeFile {
  readonly path: string
  readonly bytes: number
}

/** An end that trying again would not change. */
export class EndedArchive extends Error {
  readonly stored: StoredError

  constructor(messageKey: MessageKey, details: Record<string, number> = {}) {
    super(messageKey)
    this.name = 'EndedArchive'
    this.stored = { messageKey, message: messageText(messageKey, details), details }
  }
}

/**
 * A job that makes another file of a published overlay. What has been made stays until it is whole: an attempt goes on
 * where the one before stopped; who gives it up removes its row, and the attempt ends at its next step.
 *
 * @param make returns the file; undefined: it has queued the rest for later
 */
export function makeArchiveTask(
  deps: JobDeps,
  make: (run: ArchiveRun) => Promise<MadeFile | undefined>,
): Task {
  return async (payload, context) => {
    const { archiveId } = payloadSchema.parse(payload)
    const forget = () => removeFolder(deps, archiveId)
    await runAttempt<MapArchiveRow>(context, deps.jobMs, {
      begin: (attempt) => beginMapArchive(deps.db, archiveId, attempt),
      report: ({ id }, percent) => reportMapArchive(deps.db, { id: archiveId, attempt: id }, percent),
      work: async ({ id, begun: archive, signal, report, settle }) => {
        const overlay = await findOverlay(deps.db, archive.mapId, undefined)
        if (overlay?.versionId !== archive.versionId) throw new EndedArchive('errors.archive.outdated')
        const folder = folderOf(deps, archiveId)
        const made = await make({ deps, archive, attempt: id, overlay, folder, signal, report })
        await settle()
        if (made) await store(deps, archive, id, made)
      },
      failureOf,
      fail: async ({ id }, failure) => {
        await failMapArchive(deps.db, { id: archiveId, attempt: id }, failure)
        await forget()
      },
      forget,
      onSuperseded: forget,
    })
  }
}

/** @throws EndedArchive where a file is larger than all together may be */
export function requireSize({ archivesBytes }: JobDeps, bytes: number): void {
  if (archivesBytes > 0 && bytes > archivesBytes)
    throw new EndedArchive('errors.archive.tooLarge', {
      limit: Math.round((archivesBytes / GIGABYTE) * 100) / 100,
    })
}

const folderOf = ({ workFolder }: JobDeps, archiveId: string) => join(workFolder, `archive-${archiveId}`)

/** Removes what nobody will go on with. */
async function removeFolder(deps: JobDeps, archiveId: string): Promise<void> {
  if (await isArchiveOpen(deps.db, archiveId)) return
  await rm(folderOf(deps, archiveId), { recursive: true, force: true })
}

/** Why nothing more is tried; undefined: another attempt may end otherwise. */
function failureOf(error: unknown, isLast: boolean): StoredError | undefined {
  if (error instanceof EndedArchive) return error.stored
  // The overlay was removed while it was read.
  if (error instanceof StorageError && error.code === 'missing')
    return new EndedArchive('errors.archive.outdated').stored
  return finalFailure(error) ?? (isLast ? failureAfterLastAttempt(error, 'errors.archive.failed') : undefined)
}

/** The file is there before the row says so; the oldest others make way. */
async function store(
  deps: JobDeps,
  archive: MapArchiveRow,
  attempt: string,
  { path, bytes }: MadeFile,
): Promise<void> {
  const { db, files, archivesBytes } = deps
  requireSize(deps, bytes)
  const key = mapArchiveKey(archive.mapId, archive.kind, archive.id)
  await files.adopt(key, path)
  const isDone = await finishMapArchive(db, { id: archive.id, attempt }, bytes)
  await rm(folderOf(deps, archive.id), { recursive: true, force: true })
  // Given up, or placed anew, at the last moment.
  if (!isDone) await files.remove(key)
  else if (archivesBytes > 0)
    for (const old of await takeArchivesBeyond(db, archivesBytes, archive.id)) await files.remove(old)
}
