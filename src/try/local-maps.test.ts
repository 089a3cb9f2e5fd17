import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadDraft, saveDraft } from '../drafts/draft-store.ts'
import { EMPTY_DOCUMENT } from '../drafts/editor-document.ts'
import {
  addLocalMap,
  bytesOf,
  changeLocalMap,
  freeLocalMap,
  LOCAL_USER,
  localMap,
  localMaps,
  pyramidHandle,
  removeLeftovers,
  scanOf,
} from './local-maps.ts'

/** The private file system of a browser, in memory: a file changes when its stream is closed. */
class Folder {
  readonly files = new Map<string, Blob>()
  /** Bytes that still fit. */
  room = Infinity

  getDirectoryHandle = async () => this
  getFileHandle = async (name: string, { create = false } = {}) => {
    if (!this.files.has(name) && !create) throw new DOMException(name, 'NotFoundError')
    if (!this.files.has(name)) this.files.set(name, new Blob())
    return {
      getFile: async () => new File([this.files.get(name) ?? ''], name, { lastModified: 7 }),
      createWritable: async () => {
        const parts: Uint8Array<ArrayBuffer>[] = []
        return new WritableStream<Uint8Array<ArrayBuffer>>({
          write: (part) => {
            this.room -= part.length
            if (this.room < 0) throw new DOMException('full', 'QuotaExceededError')
            parts.push(part)
          },
          close: () => void this.files.set(name, new Blob(parts)),
        })
      },
    }
  }
  removeEntry = async (name: string) => void this.files.delete(name)
  keys = () => this.files.keys()
}

let folder: Folder
let quota: number
const scan = (name = 'Vilna_1820.jpg', bytes = 1000) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })

beforeEach(async () => {
  folder = new Folder()
  quota = 1e9
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {
    storage: { getDirectory: async () => folder, estimate: async () => ({ quota, usage: 0 }) },
    locks: { request: async (_name: string, _options: object, work: (lock: object) => unknown) => work({}) },
  })
  for (const { id } of await localMaps()) await freeLocalMap(id)
})

it('keeps a scan with its name until it is removed, and with it its points', async () => {
  const { id } = await addLocalMap(scan())
  await changeLocalMap(id, { pyramid: { width: 10, height: 20, bytes: 400 } })
  const map = (await localMap(id))!
  expect(map).toMatchObject({ title: 'Vilna 1820', scanBytes: 1000, pyramid: { width: 10 } })
  expect(bytesOf(map)).toBe(1400)
  expect(await scanOf(map)).toMatchObject({ name: 'Vilna_1820.jpg', type: 'image/jpeg', size: 1000 })
  await saveDraft({
    userId: LOCAL_USER,
    mapId: id,
    savedAt: 1,
    document: EMPTY_DOCUMENT,
    baseVersion: null,
    follows: null,
    isKept: false,
    sent: null,
  })
  await pyramidHandle(id)
  await freeLocalMap(id)
  expect(await localMaps()).toEqual([])
  expect(await loadDraft(LOCAL_USER, id)).toBeUndefined()
  expect([...folder.files.keys()]).toEqual([])
})

it('says that there is no room before anything is copied', async () => {
  quota = 1500
  await expect(addLocalMap(scan())).rejects.toMatchObject({ code: 'full' })
  expect([...folder.files.keys()]).toEqual([])
})

it('leaves nothing of a scan whose copying ends at a full disk', async () => {
  folder.room = 10
  await expect(addLocalMap(scan())).rejects.toMatchObject({ code: 'full' })
  expect([...folder.files.keys()]).toEqual([])
  expect(await localMaps()).toEqual([])
})

it('names a browser that keeps no files', async () => {
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    storage: {
      estimate: async () => ({}),
      getDirectory: () => Promise.reject(new DOMException('private window', 'SecurityError')),
    },
  })
  await expect(addLocalMap(scan())).rejects.toMatchObject({ code: 'unkept' })
})

it('removes what a crash has left of a copy, and no map', async () => {
  const { id } = await addLocalMap(scan())
  folder.files.set('local-crashed.scan', new Blob(['part']))
  await removeLeftovers()
  expect([...folder.files.keys()]).toEqual([`${id}.scan`])
})
