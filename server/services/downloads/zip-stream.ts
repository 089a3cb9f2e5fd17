import { once } from 'node:events'
import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file within a ZIP. */
export interface ZipEntry {
  readonly name: string
  readonly content: Buffer | Readable
  /** False for what is packed already. */
  readonly compress: boolean
}

/**
 * A ZIP that is sent while its files are still being made: the next one is asked for when the reader has taken what is
 * there. A failure breaks it off, so that whoever fetches it sees that it is not whole.
 *
 * @param changedAt of all files in it
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, changedAt: Date): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => out.destroy(error))
  const pump = async () => {
    for await (const { name, content, compress } of entries) {
      if (out.destroyed) return
      const options = { compress, mtime: changedAt }
      if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options)
      else zip.addReadStream(content, name, options)
      if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')])
    }
    zip.end()
  }
  pump().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  return out
}
