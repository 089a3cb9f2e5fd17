import { Readable, Transform } from 'node:stream'
import type { SCAN_EXTENSIONS } from '../../../contract/constants.ts'
import { formatOfExtension, sniffFormat } from '../../raster/scan/scan-format.ts'
import { Refusal } from '../refusal.ts'

type ScanExtension = (typeof SCAN_EXTENSIONS)[number]

/** As much as a format can be told by. */
const HEAD_BYTES = 16

/**
 * Looks at the first bytes of an upload before it is stored: the content must be of the format that the extension
 * says. The conversion judges the rest.
 *
 * @throws Refusal 400; the stream is destroyed then
 */
export async function sniffScan(content: Readable, extension: ScanExtension): Promise<Readable> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const fault =
    head.length === 0
      ? 'errors.upload.emptyFile'
      : sniffFormat(head) === formatOfExtension(extension)
        ? undefined
        : 'errors.upload.invalidFileType'
  if (fault) {
    await chunks.return?.()
    throw new Refusal(400, fault)
  }
  const whole = async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return Readable.from(whole(), { objectMode: false })
}

/** Passes a stream on, and breaks it off with 413 as soon as it exceeds `max` bytes. */
export function limitBytes(content: Readable, max: number): Readable {
  let total = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > max) done(new Refusal(413, 'errors.upload.fileTooLarge'))
      else done(null, chunk)
    },
  })
  content.on('error', (error) => counter.destroy(error))
  counter.on('close', () => content.destroy())
  return content.pipe(counter)
}
