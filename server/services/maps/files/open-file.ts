import type { Readable } from 'node:stream'
import type { Database } from '../../../db/database.ts'
import type { MapArchiveKind } from '../../../../contract/api/map-archive.ts'
import { isSystemKind } from '../../../../contract/archive-systems.ts'
import { isId } from '../../../db/new-id.ts'
import { findRecord, findTrashedRecord, type RecordRow } from '../../../db/queries/map-rows.ts'
import { findMapArchive } from '../../../db/queries/map-archives.ts'
import { findVersionByNumber } from '../../../db/queries/transforms.ts'
import type { ByteRange, MapFiles } from '../../../storage/map-files.ts'
import { StorageError } from '../../../storage/map-files.ts'
import type { FilePathSigner, FileScope } from './file-paths.ts'
import { isVisible, permissionsOn } from '../record/map-view.ts'
import { notFound } from '../../refusal.ts'
import { mapFileKey, mapArchiveKey } from '../../../storage/map-keys.ts'

export interface FileDeps {
  readonly db: Database
  readonly files: MapFiles
  readonly signer: FilePathSigner
}

/** Who asks for a file: a session, the ticket of a signed path, or nobody. */
export interface FileCaller {
  readonly viewerId: string | null
  readonly ticket: string | null
}

export interface OpenFile {
  readonly bytes: number
  readonly etag: string
  readonly storedAt: Date
  readonly contentType: string
  /** Whether everyone may have it at the moment. */
  readonly isOpen: boolean
  /** How it is called where it is saved; absent: nobody saves it. */
  readonly name?: { readonly mapId: string; readonly title: string; readonly ending: string }
  read(range?: ByteRange): Promise<Readable>
}

const PMTILES = 'application/vnd.pmtiles'
const TIFF = 'image/tiff'

/** What the folders of overlays hold, by folder and ending. */
const OVERLAY_FILES: Readonly<Record<string, 'overlay' | MapArchiveKind>> = {
  'transformed tif': 'overlay',
  'tiles pmtiles': 'pmtiles',
  'jpeg tif': 'jpeg',
  'lossless tif': 'lossless',
}

/** What is held by a folder of overlays, by its name and the ending of the file. */
function heldBy(folder: string, ending: string): 'overlay' | MapArchiveKind | undefined {
  return ending === 'tif' && isSystemKind(folder) ? folder : OVERLAY_FILES[`${folder} ${ending}`]
}

/** What the name ends with under which it is saved. */
function endingOf(kind: 'overlay' | MapArchiveKind): string {
  if (kind === 'overlay') return '.tif'
  return kind === 'pmtiles' ? '.pmtiles' : `-${kind}.tif`
}

const SCAN_FILES: Record<string, string> = {
  'thumbnails/small-300.webp': 'image/webp',
  'thumbnails/high-1000.webp': 'image/webp',
  'converted/converted.tif': 'image/tiff',
}

/** Opens a file of a map by its path below the map's folder. @throws Refusal 404, alike for "absent" and "not yours" */
export async function openMapFile(
  deps: FileDeps,
  caller: FileCaller,
  mapId: string,
  path: string,
): Promise<OpenFile> {
  const row = isId(mapId) ? await findRecord(deps.db, caller.viewerId, mapId) : undefined
  if (!row) return openTrashed(deps, caller, mapId, path)
  const scanType = SCAN_FILES[path]
  if (scanType !== undefined) {
    if (row.map.processingState !== 'ready') throw notFound()
    await requireAccess(deps.signer, caller, row, 'scan', isVisible(row, caller.viewerId))
    return openKey(deps.files, mapFileKey(row.map.scanId, path), scanType, row.map.isPublic)
  }
  const [, folder = '', digits, ending = ''] =
    /^([a-z]+(?:-\d{4,5})?)\/([1-9]\d{0,8})\.(tif|pmtiles)$/.exec(path) ?? []
  const kind = heldBy(folder, ending)
  const n = Number(digits)
  if (kind === undefined || !Number.isInteger(n)) throw notFound()
  await requireAccess(deps.signer, caller, row, `v${n}`, seesVersion(row, caller.viewerId, n))
  const version = await findVersionByNumber(deps.db, row.map.id, n)
  if (!version) throw notFound()
  const isOpen = row.map.isPublic && row.versionN === n
  const name = { mapId: row.map.id, title: row.map.title, ending: endingOf(kind) }
  if (kind === 'overlay') return { ...(await openKey(deps.files, version.fileKey, TIFF, isOpen)), name }
  const archive = await findMapArchive(deps.db, version.id, kind)
  if (archive?.state !== 'done') throw notFound()
  const type = kind === 'pmtiles' ? PMTILES : TIFF
  return { ...(await openKey(deps.files, mapArchiveKey(row.map.id, kind, archive.id), type, isOpen)), name }
}

/** Of a map in the trash its thumbnails are left, by the signed path that its owner's list of the trash gives. */
async function openTrashed(
  { db, files, signer }: FileDeps,
  caller: FileCaller,
  mapId: string,
  path: string,
): Promise<OpenFile> {
  const type = path.startsWith('thumbnails/') ? SCAN_FILES[path] : undefined
  const row = type !== undefined && isId(mapId) ? await findTrashedRecord(db, mapId) : undefined
  if (type === undefined || row?.map.processingState !== 'ready') throw notFound()
  await requireAccess(signer, caller, row, 'scan', false)
  return openKey(files, mapFileKey(row.map.scanId, path), type, false)
}

/** Everyone sees the published overlay of a public map, the assignee also their own, the owner all. */
function seesVersion(row: RecordRow, viewerId: string | null, n: number): boolean {
  const { isOwner, isAssignedUser } = permissionsOn(row, viewerId)
  if (isOwner) return true
  if (!isVisible(row, viewerId)) return false
  return row.versionN === n || (isAssignedUser && row.claimVersionN === n)
}

async function requireAccess(
  signer: FilePathSigner,
  { ticket }: FileCaller,
  { map }: RecordRow,
  scope: FileScope,
  seesIt: boolean,
): Promise<void> {
  if (seesIt || (ticket !== null && (await signer.opens(ticket, map, scope)))) return
  throw notFound()
}

async function openKey(
  files: MapFiles,
  key: string,
  contentType: string,
  isOpen: boolean,
): Promise<OpenFile> {
  const stored = await files.stat(key)
  if (!stored) throw notFound()
  const read = (range?: ByteRange) =>
    files.read(key, range).catch((error: unknown) => {
      throw error instanceof StorageError && error.code === 'missing' ? notFound() : error
    })
  return { ...stored, contentType, isOpen, read }
}
