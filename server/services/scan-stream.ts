import { Readable, Transform } from 'node:stream'
import type { SCAN_EXTENSIONS } from '../../contract/constants.ts'
import { Refusal } from './refusal.ts'

type ScanExtension = (typeof SCAN_EXTENSIONS)[number]

const ascii = (text: string) => Buffer.from(text, 'latin1')

/** First bytes of each format; `null` stands for any byte. */
const SIGNATURES: Record<string, readonly (readonly (number | null)[])[]> = {
  jpeg: [[0xff, 0xd8, 0xff]],
  png: [[...ascii('\x89PNG\r\n\x1a\n')]],
  webp: [[...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')]],
  tiff: [[...ascii('II*\0')], [...ascii('MM\0*')], [...ascii('II+\0')], [...ascii('MM\0+')]],
  gif: [[...ascii('GIF87a')], [...ascii('GIF89a')]],
}

const FORMAT_OF: Record<ScanExtension, string> = {
  jpeg: 'jpeg',
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  tiff: 'tiff',
  tif: 'tiff',
  gif: 'gif',
}

const LONGEST_SIGNATURE = 12

function hasSignature(head: Buffer, extension: ScanExtension): boolean {
  const signatures = SIGNATURES[FORMAT_OF[extension]] ?? []
  return signatures.some((signature) =>
    signature.every((byte, index) => byte === null || head[index] === byte),
  )
}

/**
 * Looks at the first bytes of an upload before it is stored: the content must be of the format that the extension
 * says. The conversion judges the rest.
 *
 * @throws Refusal 400; the stream is destroyed then
 */
export async function sniffScan(content: Readable, extension: ScanExtension): Promise<Readable> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head = Buffer.alloc(0)
  while (head.length < LONGEST_SIGNATURE) {
    const { value, done } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const fault =
    head.length === 0
      ? 'errors.upload.emptyFile'
      : hasSignature(head, extension)
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
