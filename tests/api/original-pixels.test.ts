import { readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SIDE = 400

describe('a transform over the API', () => {
  let server: TestServer
  let owner: Caller & { token: string }
  let scan: Buffer

  beforeAll(async () => {
    server = await startServer()
    owner = await newUser(server.url, 'Owner')
    scan = await finelyDrawn()
  })
  afterAll(async () => server?.stop())

  const uploaded = async (): Promise<string> => {
    const id = await upload(owner, { content: scan, fileName: 'scan.png' })
    await untilReady(owner, id)
    return id
  }
  const transformed = (id: string) =>
    callApi(owner, transformMap, {
      params: { id },
      body: { ...exactPoints(SIDE, SIDE), transformationType: 'Affine' },
    })
  /** What the published overlay shows, where a pixel of it is one of the scan. */
  const likenessOf = async (path: string): Promise<number> => {
    const file = await fetchFile({ url: server.url }, path)
    return likeness(Buffer.from(await file.arrayBuffer()), scan)
  }
  const original = (id: string) => join(server.dataFolder, 'maps', id, 'original', 'scan.png')

  it('publishes the original’s pixels, with no other loss than that of their encoding', async () => {
    const id = await uploaded()
    const { transformedPath, warnings } = await transformed(id)
    expect(warnings).toEqual([])
    const encodedOnce = await likeness(await sharp(scan).webp({ quality: 85, effort: 3 }).toBuffer(), scan)
    const shown = await likenessOf(transformedPath)
    // Through the copy made for display it would be 1.5 dB less.
    expect(shown).toBeGreaterThan(encodedOnce - 0.3)
    expect(
      readdirSync(join(server.dataFolder, 'work')).filter((name) => name.startsWith('transform-')),
    ).toEqual([])
  })

  it.each([
    ['is gone', (path: string) => rm(path)],
    ['cannot be read any more', (path: string) => writeFile(path, 'no picture')],
  ])('takes the copy made for display where the original %s, and says so', async (_, spoil) => {
    const id = await uploaded()
    await spoil(original(id))
    const { transformedPath, warnings } = await transformed(id)
    expect(warnings).toEqual([{ code: 'originalUnread' }])
    expect(await likenessOf(transformedPath)).toBeGreaterThan(20)
  })
})

/** Thin lines of many colours: what a lossy copy loses first. */
async function finelyDrawn(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE * 3)
  for (let at = 0; at < pixels.length; at++) {
    const pixel = Math.floor(at / 3)
    const [x, y] = [pixel % SIDE, Math.floor(pixel / SIDE)]
    pixels[at] = (x + 2 * y) % 7 < 2 ? 40 + 30 * (at % 3) : 225 - Math.round(20 * Math.sin((x * y) / 900))
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
}

/** Peak signal-to-noise ratio, dB, of a picture against a scan that lies in its north-west corner. */
async function likeness(picture: Buffer, scan: Buffer): Promise<number> {
  const pixelsOf = (file: Buffer) =>
    sharp(file).extract({ left: 0, top: 0, width: SIDE, height: SIDE }).removeAlpha().raw().toBuffer()
  const [shown, wanted] = await Promise.all([pixelsOf(picture), pixelsOf(scan)])
  const squares = shown.reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0)
  return 10 * Math.log10((255 ** 2 * shown.length) / squares)
}
