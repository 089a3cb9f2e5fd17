import type { LocalScanFormat } from '../../workers/local/local-api.ts'
import { startUpload } from '../api/upload-map.ts'
import { loadDraft } from '../drafts/draft-store.ts'
import { draftCalls } from '../drafts/server-draft.ts'
import { changeLocalMap, LOCAL_USER, type LocalMap, localMap, scanOf } from './local-maps.ts'

type OnProgress = (sentBytes: number, ofBytes: number) => void

/**
 * Sends a map of this device into an account: its scan, then its points as a draft. What is there already is not sent
 * again.
 *
 * @param owner id of the signed-in user
 * @returns the map of the account; null where this device has no such map
 * @throws ApiError; a large scan that was not sent to its end is gone on with the next time
 */
export async function keepInAccount(
  localId: string,
  owner: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<string | null> {
  const map = await localMap(localId)
  if (!map) return null
  const mapId = map.keptAs ?? (await upload(map, owner, onProgress, signal))
  const draft = await loadDraft(LOCAL_USER, localId)
  const calls = draftCalls(mapId)
  // Where its answer was lost it is there.
  if (draft && !(await calls.load())) await calls.save({ document: draft.document, baseVersion: null }, null)
  return mapId
}

async function upload(
  map: LocalMap,
  owner: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<string> {
  const scan = withEnding(await scanOf(map), map)
  signal.throwIfAborted()
  const handlers = {
    onProgress: (sent: number) => onProgress(sent, scan.size),
    onWaiting: () => undefined,
  }
  const task = startUpload(owner, scan, { title: map.title }, handlers, map.id)
  signal.addEventListener('abort', () => (task.isResumable ? task.pause() : task.cancel()))
  const { id } = await task.result
  // First of all: a second try must not make a second map.
  await changeLocalMap(map.id, { keptAs: id })
  return id
}

const ENDINGS: Readonly<Record<LocalScanFormat, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  tiff: ['tif', 'tiff'],
}

/** A picture is taken here under any name; an account tells its kind by the ending. */
function withEnding(scan: File, { format }: LocalMap): File {
  const [usual, ...others] = format ? ENDINGS[format] : []
  const ending = /[^.]*$/.exec(scan.name.toLowerCase())?.[0] ?? ''
  if (usual === undefined || [usual, ...others].includes(ending)) return scan
  return new File([scan], `${scan.name}.${usual}`, { type: scan.type, lastModified: scan.lastModified })
}
