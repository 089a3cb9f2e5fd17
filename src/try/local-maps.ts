import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { LocalScanFormat } from '../../workers/local/local-api.ts'
import { LOCAL_DATABASE } from '../../contract/constants.ts'
import { deleteDraft } from '../drafts/draft-store.ts'

/** Whose drafts the points are: no account's. */
export const LOCAL_USER = 'this-device'

/** A map that this device keeps, and nobody else. */
export interface LocalMap {
  readonly id: string
  readonly title: string
  readonly scanName: string
  readonly mediaType: string
  readonly addedAtMs: number
  readonly scanBytes: number
  /** What the editor draws; null: the scan has not been read to its end. */
  readonly pyramid: { readonly width: number; readonly height: number; readonly bytes: number } | null
  readonly thumbnail: Blob | null
  /** What the scan is, whatever its name says; absent: it has not been read to its end. */
  readonly format?: LocalScanFormat
  /** The map that was made of it in an account; absent: none. */
  readonly keptAs?: string
}

interface LocalSchema extends DBSchema {
  maps: { key: string; value: LocalMap }
}

const FOLDER = 'local-maps'
/** Held while a scan is copied: its file has no record yet. */
const ADDING_LOCK = 'palimpsest-local-maps'
/** Told to every page of this browser that shows the maps. */
const CHANGES = 'palimpsest-local-maps'

/** There is no room on this device, or its browser keeps no files for this page. */
export class LocalStorageError extends Error {
  override readonly name = 'LocalStorageError'
  readonly code: 'full' | 'unkept'

  constructor(code: 'full' | 'unkept', cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

let opened: Promise<IDBPDatabase<LocalSchema>> | undefined

function database(): Promise<IDBPDatabase<LocalSchema>> {
  const forget = () => (opened = undefined)
  opened ??= openDB<LocalSchema>(LOCAL_DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('maps', { keyPath: 'id' }),
    blocking: (_current, _wanted, event) => {
      forget()
      ;(event.target as IDBDatabase).close()
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw asStorageError(error)
  })
  return opened
}

/** What a failed write means: only a full disk is told apart. */
function asStorageError(error: unknown): unknown {
  if (error instanceof LocalStorageError || !(error instanceof DOMException)) return error
  if (error.name === 'QuotaExceededError') return new LocalStorageError('full', error)
  return ['SecurityError', 'InvalidStateError', 'UnknownError'].includes(error.name)
    ? new LocalStorageError('unkept', error)
    : error
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true })
  } catch (error) {
    throw error instanceof LocalStorageError ? error : new LocalStorageError('unkept', error)
  }
}

const scanName = (id: string) => `${id}.scan`
const pyramidName = (id: string) => `${id}.tif`

/** All maps of this device, the newest first. */
export async function localMaps(): Promise<LocalMap[]> {
  const maps = await (await database()).getAll('maps')
  return maps.toSorted((a, b) => b.addedAtMs - a.addedAtMs)
}

export const localMap = async (id: string): Promise<LocalMap | undefined> =>
  (await database()).get('maps', id)

/**
 * Keeps a copy of a scan on this device, with the record of a map whose pyramid is still to be made.
 *
 * @throws LocalStorageError; nothing of the scan stays then
 */
export async function addLocalMap(scan: File): Promise<LocalMap> {
  await refuseWithoutRoom(scan.size)
  const id = `local-${crypto.randomUUID()}`
  return await navigator.locks.request(ADDING_LOCK, { mode: 'shared' }, async () => {
    const files = await folder()
    try {
      const handle = await files.getFileHandle(scanName(id), { create: true })
      // Closed when all is written: a copy that breaks off leaves an empty file.
      await scan.stream().pipeTo(await handle.createWritable())
      const map: LocalMap = {
        id,
        title: titleOf(scan.name),
        scanName: scan.name,
        mediaType: scan.type,
        addedAtMs: Date.now(),
        scanBytes: scan.size,
        pyramid: null,
        thumbnail: null,
      }
      await (await database()).put('maps', map)
      tellChange()
      return map
    } catch (error) {
      await files.removeEntry(scanName(id)).catch(() => undefined)
      throw asStorageError(error)
    }
  })
}

/** Copy and pyramid take about as much as the scan each; what is less than this is not begun. */
const ROOM_FACTOR = 2

/** Before anything is copied: work that is begun is not to end at a full disk. @throws LocalStorageError `full` */
async function refuseWithoutRoom(scanBytes: number): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate()
  if (quota !== undefined && quota - (usage ?? 0) < scanBytes * ROOM_FACTOR)
    throw new LocalStorageError('full')
}

/** A title for a map that has none: the name of its file without the ending. */
export const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll('_', ' ')
    .trim() || fileName

export async function changeLocalMap(id: string, change: Partial<Omit<LocalMap, 'id'>>): Promise<void> {
  const writing = (await database()).transaction('maps', 'readwrite')
  const map = await writing.store.get(id)
  // Freed in another tab meanwhile.
  if (map) await writing.store.put({ ...map, ...change })
  await writing.done
  tellChange()
}

/** The scan as it was chosen, with its name. @throws DOMException `NotFoundError` where the browser has cleared it */
export async function scanOf({ id, scanName: name, mediaType }: LocalMap): Promise<File> {
  const kept = await (await (await folder()).getFileHandle(scanName(id))).getFile()
  return new File([kept], name, { type: mediaType, lastModified: kept.lastModified })
}

/** The file of the pyramid, to be written or read. */
export const pyramidHandle = async (id: string): Promise<FileSystemFileHandle> =>
  (await folder()).getFileHandle(pyramidName(id), { create: true })

/** Removes a map from this device with all that belongs to it, its points too. */
export async function freeLocalMap(id: string): Promise<void> {
  await (await database()).delete('maps', id)
  const files = await folder()
  await Promise.all(
    [scanName(id), pyramidName(id)].map((name) => files.removeEntry(name).catch(() => undefined)),
  )
  await deleteDraft(LOCAL_USER, id).catch(() => undefined)
  tellChange()
}

/** Removes files that have no record: of copies that a crash has ended. Not while another tab copies one. */
export async function removeLeftovers(): Promise<void> {
  await navigator.locks.request(ADDING_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const known = new Set((await localMaps()).map(({ id }) => id))
    const files = await folder()
    for await (const name of files.keys())
      if (!known.has(name.replace(/\.(?:scan|tif)$/, '')))
        await files.removeEntry(name).catch(() => undefined)
  })
}

/** How much room a map takes, in bytes. */
export const bytesOf = ({ scanBytes, pyramid }: LocalMap): number => scanBytes + (pyramid?.bytes ?? 0)

/** @returns what ends the watching */
export function onLocalChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANGES)
  channel.addEventListener('message', listener)
  window.addEventListener(CHANGES, listener)
  return () => {
    channel.close()
    window.removeEventListener(CHANGES, listener)
  }
}

function tellChange(): void {
  window.dispatchEvent(new Event(CHANGES))
  const channel = new BroadcastChannel(CHANGES)
  channel.postMessage(null)
  channel.close()
}
