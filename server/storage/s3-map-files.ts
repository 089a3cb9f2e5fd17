import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  type ByteRange,
  checkKey,
  type ListedFile,
  type MapFiles,
  StorageError,
  type StoredFile,
} from './map-files.ts'

export interface S3Settings {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region?: string
  /** Local folder for copies, which is swept of what killed processes leave; default the system's. */
  readonly copyFolder?: string
}

/** S3 removes at most this many objects in one request. */
const MOST_AT_ONCE = 1_000

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && ['NotFound', 'NoSuchKey'].includes(error.name)

/** Map files in a bucket of an S3-compatible store. An object appears when its upload is complete. */
export function s3MapFiles(settings: S3Settings): MapFiles {
  const { bucket: Bucket } = settings
  const s3 = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region ?? 'us-east-1',
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    // Stores other than Amazon's refuse the checksums that newer clients add on their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const upload = async (Key: string, Body: Readable, signal?: AbortSignal) => {
    const sending = new Upload({ client: s3, params: { Bucket, Key, Body }, queueSize: 2 })
    const stop = () => void sending.abort()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      await sending.done()
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  const get = async (key: string, range?: ByteRange): Promise<Readable> => {
    try {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: checkKey(key), Range }))
      if (!(Body instanceof Readable)) throw new Error(`expected a stream for ${key}`)
      return Body
    } catch (error) {
      if (isMissing(error)) throw new StorageError('missing', `there is no file ${key}`, { cause: error })
      throw error
    }
  }

  const statOf = async (key: string): Promise<StoredFile | undefined> => {
    try {
      const found = await s3.send(new HeadObjectCommand({ Bucket, Key: checkKey(key) }))
      return {
        bytes: found.ContentLength ?? 0,
        storedAt: found.LastModified ?? new Date(0),
        etag: (found.ETag ?? '').replaceAll('"', ''),
      }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function* list(prefix: string): AsyncGenerator<ListedFile> {
    for (let ContinuationToken: string | undefined; ;) {
      const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key) yield { key: Key, bytes: Size ?? 0, storedAt: LastModified ?? new Date(0) }
      ContinuationToken = page.NextContinuationToken
      if (!ContinuationToken) return
    }
  }

  return {
    adopt: async (key, localPath) => {
      await upload(checkKey(key), createReadStream(localPath))
      await rm(localPath, { force: true })
    },

    write: async (key, content, signal) => {
      let bytes = 0
      const counted = new PassThrough()
      counted.on('data', (chunk: Buffer) => (bytes += chunk.length))
      const sending = upload(checkKey(key), counted, signal)
      try {
        await Promise.all([pipeline(content, counted, signal ? { signal } : {}), sending])
      } catch (error) {
        counted.destroy()
        await sending.catch(() => undefined)
        throw error
      }
      return bytes
    },

    stat: statOf,

    read: get,

    localCopy: async (key, signal) => {
      const parent = settings.copyFolder ?? tmpdir()
      await mkdir(parent, { recursive: true })
      const folder = await mkdtemp(join(parent, 'palimpsest-copy-'))
      const release = () => rm(folder, { recursive: true, force: true })
      try {
        const stored = await statOf(key)
        if (!stored) throw new StorageError('missing', `there is no file ${key}`)
        const path = join(folder, basename(key))
        await pipeline(await get(key), createWriteStream(path), { ...(signal && { signal }) })
        // A later copy of the same object has the same time: what was begun with one goes on with the other.
        await utimes(path, stored.storedAt, stored.storedAt)
        return { path, release }
      } catch (error) {
        await release()
        throw error
      }
    },

    list,

    remove: async (key) => {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },

    removeAll: async (prefix) => {
      let batch: { Key: string }[] = []
      const flush = async () => {
        if (batch.length > 0)
          await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: batch, Quiet: true } }))
        batch = []
      }
      for await (const { key } of list(prefix)) {
        batch.push({ Key: key })
        if (batch.length === MOST_AT_ONCE) await flush()
      }
      await flush()
    },

    // A bucket has no end that could be asked for.
    requireFree: () => Promise.resolve(),
  }
}
