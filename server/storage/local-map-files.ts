import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { publishDurably } from './durable-write.ts'
import { requireFreeDisk } from './free-disk.ts'
import { checkKey, type MapFiles, StorageError, type StoredFile } from './map-files.ts'

/** Suffix of files that are being written; a sweep may remove old ones. */
const UNFINISHED = '.part'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function translate(error: unknown, key: string): unknown {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EISDIR')
    return new StorageError('missing', `there is no file ${key}`, { cause: error })
  if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT')
    return new StorageError('full', 'the disk is full', { cause: error })
  return error
}

/** Map files on a local disk below `root`, of which `freeDiskBytes` are to stay free. */
export function localMapFiles(root: string, freeDiskBytes = 0): MapFiles {
  const base = resolve(root)
  const pathOf = (key: string) => join(base, ...checkKey(key).split('/'))
  const folderOf = (prefix: string) => (prefix === '' ? base : pathOf(prefix.replace(/\/$/, '')))

  const statOf = async (key: string): Promise<StoredFile | undefined> => {
    const found = await stat(pathOf(key)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
      throw error
    })
    if (!found?.isFile()) return undefined
    const etag = `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}`
    return { bytes: found.size, storedAt: found.mtime, etag }
  }

  const requireFile = async (key: string) => {
    const found = await statOf(key)
    if (!found) throw new StorageError('missing', `there is no file ${key}`)
    return found
  }

  return {
    adopt: async (key, localPath) => {
      await publishDurably(localPath, pathOf(key)).catch((error: unknown) => {
        throw translate(error, key)
      })
    },

    write: async (key, content: Readable, signal) => {
      const target = pathOf(key)
      const unfinished = `${target}.${randomUUID()}${UNFINISHED}`
      try {
        await mkdir(dirname(target), { recursive: true })
        const file = createWriteStream(unfinished, { flags: 'wx' })
        await pipeline(content, file, signal ? { signal } : {})
        await publishDurably(unfinished, target)
        return file.bytesWritten
      } catch (error) {
        await rm(unfinished, { force: true })
        throw translate(error, key)
      }
    },

    stat: statOf,

    read: async (key, range) => {
      await requireFile(key)
      return createReadStream(pathOf(key), range ? { start: range.start, end: range.end } : {})
    },

    localCopy: async (key) => {
      await requireFile(key)
      return { path: pathOf(key), release: () => Promise.resolve() }
    },

    list: (prefix) => listBelow(base, folderOf(prefix)),

    remove: (key) => rm(pathOf(key), { force: true }),

    removeAll: (prefix) => rm(folderOf(prefix), { recursive: true, force: true }),

    requireFree: (bytes) => requireFreeDisk(join(base, 'maps'), bytes + freeDiskBytes),
  }
}

async function* listBelow(base: string, folder: string): ReturnType<MapFiles['list']> {
  const entries = await opendir(folder, { recursive: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => undefined)
    if (!found) continue
    yield { key: relative(base, path).split(sep).join('/'), bytes: found.size, storedAt: found.mtime }
  }
}
