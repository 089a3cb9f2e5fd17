/** Scans of 16 bits under a profile, as TIFF and PNG. */
import { crc32, deflateSync } from 'node:zlib'
import { shorts } from '../../cog/file/tiff-writer.ts'
import { TAG } from '../../cog/file/tiff-tags.ts'
import { bytesField, tiffFile } from './tiff-file.ts'

type Pixel = readonly number[]

export const SIDE = 64

/** Squares of flat colours beside each other, 16 bits a sample. */
function squares(colours: readonly Pixel[]): Buffer {
  const bands = colours[0]!.length
  const samples = new Uint16Array(colours.length * SIDE * SIDE * bands)
  for (let at = 0; at < samples.length; at++) {
    const x = Math.floor(at / bands) % (SIDE * colours.length)
    samples[at] = colours[Math.floor(x / SIDE)]![at % bands]! * 257
  }
  return Buffer.from(samples.buffer)
}

export function profiledTiff(colours: readonly Pixel[], profile: Buffer): Buffer {
  const bands = colours[0]!.length
  return tiffFile([
    {
      width: SIDE * colours.length,
      height: SIDE,
      bits: Array<number>(bands).fill(16),
      photometric: bands === 1 ? 1 : 2,
      strip: squares(colours),
      fields: [bytesField(TAG.icc, profile), ...(bands === 4 ? [shorts(TAG.extraSamples, [2])] : [])],
    },
  ])
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export function profiledPng(colours: readonly Pixel[], profile: Buffer): Buffer {
  const width = SIDE * colours.length
  const samples = squares(colours).swap16()
  const rowBytes = samples.length / SIDE
  const rows = Array.from({ length: SIDE }, (_, y) => [
    Buffer.alloc(1),
    samples.subarray(y * rowBytes, (y + 1) * rowBytes),
  ]).flat()
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(SIDE, 4)
  head[8] = 16
  head[9] = colours[0]!.length === 1 ? 0 : 2
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(profile)])),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
