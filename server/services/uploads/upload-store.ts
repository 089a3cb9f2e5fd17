import { createHash } from 'node:crypto'
import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Upload } from '@tus/server'
import { StorageError } from '../../storage/map-files.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** What has arrived of resumable uploads: a local file each, and beside it its metadata. */
export class UploadStore extends FileStore {
  readonly #onGone: (id: string) => Promise<void>

  /** @param onGone called with uploads that were cancelled */
  constructor(directory: string, onGone: (id: string) => Promise<void>) {
    super({ directory })
    this.#onGone = onGone
  }

  /** Where the bytes of an upload lie. */
  pathOf(id: string): string {
    return join(this.directory, id)
  }

  /** How many bytes of an upload have arrived; undefined once the file has moved on. */
  async arrivedOf(id: string): Promise<number | undefined> {
    return stat(this.pathOf(id)).then(
      ({ size }) => size,
      () => undefined,
    )
  }

  /** Begins an upload; one that was begun before under the same id stays as it is. */
  override async create(upload: Upload): Promise<Upload> {
    const path = this.pathOf(upload.id)
    upload.storage = { type: 'file', path }
    if (await this.configstore.get(upload.id)) return upload
    await writeFile(path, '')
    await this.configstore.set(upload.id, upload)
    return upload
  }

  /** Writes what comes at `offset`; where the disk is full, nothing of the upload stays. @throws StorageError `full` */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    let end = offset
    try {
      const file = await open(this.pathOf(id), 'r+')
      try {
        // The protocol's server ends the stream itself: ended here, its own error would hide ours.
        for await (const chunk of content.iterator({ destroyOnReturn: false }))
          end = await writeWhole(file, chunk as Buffer, end)
      } finally {
        await file.close()
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') throw ERRORS.FILE_WRITE_ERROR
      await this.forget(id)
      throw new StorageError('full', 'the disk is full', { cause: error })
    }
    return end
  }

  /** Gives an upload up at its sender's word. */
  override async remove(id: string): Promise<void> {
    await super.remove(id)
    await this.#onGone(id)
  }

  /** Removes whatever there is of an upload. */
  async forget(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await rm(this.pathOf(`${id}.json`), { force: true })
    await this.#onGone(id)
  }
}

/** A disk that fills up takes the beginning of what it is given. Returns the position after it. */
async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<number> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  return position + bytes.length
}

/** The id of the upload that a user began under a key: the same each time, so that it is not begun twice. */
export function idOfKey(userId: string, idempotencyKey: string): string {
  const digest = createHash('sha256').update(`${userId} ${idempotencyKey}`).digest()
  // A UUID of version 8, whose bits are the maker's own.
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex')
  return [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join('-')
}
