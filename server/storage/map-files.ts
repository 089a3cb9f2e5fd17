import type { Readable } from 'node:stream'

/**
 * Where the files of maps lie. A key is a relative path with `/`, such as `maps/{id}/converted/converted.tif`. A file
 * appears whole or not at all, and is never changed afterwards: a new version has a new key.
 */
export interface MapFiles {
  /** Moves a finished local file in under `key`. It is on stable storage when the promise resolves. */
  adopt(key: string, localPath: string): Promise<void>
  /** Stores a stream. A stream that breaks off leaves nothing. Returns the number of bytes. */
  write(key: string, content: Readable, signal?: AbortSignal): Promise<number>
  /** What is known of a file, or undefined where there is none. */
  stat(key: string): Promise<StoredFile | undefined>
  /** The bytes `start` to `end`, both inclusive; the whole file without them. @throws StorageError `missing` */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * A local path that holds the file, for programs that need one, and its release. @throws StorageError `missing`
   * @param signal ends the copying
   */
  localCopy(key: string, signal?: AbortSignal): Promise<LocalCopy>
  /** Keys below a prefix, in no particular order. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Removes one file; not an error where there is none. */
  remove(key: string): Promise<void>
  /** Removes all files below a prefix that ends with `/`. */
  removeAll(prefix: string): Promise<void>
  /** Throws StorageError `full` where fewer than this many bytes are free beside what is to stay free. */
  requireFree(bytes: number): Promise<void>
}

export interface StoredFile {
  readonly bytes: number
  /** When it was stored. */
  readonly storedAt: Date
  /** Validator for HTTP, without quotes. */
  readonly etag: string
}

export interface ListedFile {
  readonly key: string
  readonly bytes: number
  readonly storedAt: Date
}

/** Both ends inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface LocalCopy {
  readonly path: string
  release(): Promise<void>
}

export type StorageErrorCode = 'missing' | 'full' | 'badKey'

export class StorageError extends Error {
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.code = code
  }
}

const KEY = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@-]+(?:\/[\w.@-]+)*$/

/** @throws StorageError `badKey` where a key could leave the store or name a hidden file's parent */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new StorageError('badKey', `expected a relative key of plain names, got "${key}"`)
  return key
}
