import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localMapFiles } from './local-map-files.ts'
import type { MapFiles } from './map-files.ts'
import { s3MapFiles } from './s3-map-files.ts'

let folder: string
let bucket: S3rver
const stores: Record<string, MapFiles> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-storage-'))
  bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'maps', configs: [] }],
  })
  const { port } = (await bucket.run()) as AddressInfo
  stores['a local disk'] = localMapFiles(join(folder, 'disk'))
  stores['an S3-compatible store'] = s3MapFiles({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'maps',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    copyFolder: join(folder, 'copies'),
  })
})

afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

const keysBelow = async (files: MapFiles, prefix: string) => {
  const keys: string[] = []
  for await (const { key } of files.list(prefix)) keys.push(key)
  return keys.sort()
}

describe.each(['a local disk', 'an S3-compatible store'])('map files on %s', (name) => {
  const files = () => stores[name]!

  it('come back byte for byte, whole and in part', async () => {
    const content = randomBytes(300_000)
    expect(await files().write('maps/1/original/scan.jpg', Readable.from([content]))).toBe(300_000)
    expect(await buffer(await files().read('maps/1/original/scan.jpg'))).toEqual(content)
    const part = await buffer(await files().read('maps/1/original/scan.jpg', { start: 1_000, end: 1_999 }))
    expect(part).toEqual(content.subarray(1_000, 2_000))
    expect((await files().stat('maps/1/original/scan.jpg'))?.bytes).toBe(300_000)
  })

  it('leave nothing when the stream breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(1_000)
        throw new Error('the connection was cut')
      })(),
    )
    await expect(files().write('maps/2/original/scan.png', broken)).rejects.toThrow('the connection was cut')
    expect(await files().stat('maps/2/original/scan.png')).toBeUndefined()
    expect(await keysBelow(files(), 'maps/2/')).toEqual([])
  })

  it('adopt a finished local file, which is gone from its old place', async () => {
    const local = join(folder, 'finished.tif')
    writeFileSync(local, 'pyramid')
    await files().adopt('maps/3/converted/converted.tif', local)
    expect(existsSync(local)).toBe(false)
    const copy = await files().localCopy('maps/3/converted/converted.tif')
    expect((await buffer(await files().read('maps/3/converted/converted.tif'))).toString()).toBe('pyramid')
    await copy.release()
  })

  it('are listed and removed below a prefix', async () => {
    for (const key of ['maps/4/a.webp', 'maps/4/b/c.webp', 'maps/40/d.webp'])
      await files().write(key, Readable.from(['x']))
    expect(await keysBelow(files(), 'maps/4/')).toEqual(['maps/4/a.webp', 'maps/4/b/c.webp'])
    await files().removeAll('maps/4/')
    expect(await keysBelow(files(), 'maps/4/')).toEqual([])
    expect(await keysBelow(files(), 'maps/40/')).toEqual(['maps/40/d.webp'])
  })

  it('say clearly that a file is missing', async () => {
    await expect(files().read('maps/none/scan.jpg')).rejects.toMatchObject({ code: 'missing' })
    await expect(files().localCopy('maps/none/scan.jpg')).rejects.toMatchObject({ code: 'missing' })
    expect(await files().stat('maps/none/scan.jpg')).toBeUndefined()
  })

  it.each(['../secret', 'maps/../../etc/passwd', '/etc/passwd', 'maps//x', 'maps/1/', 'a\0b', ''])(
    'refuse the key %j',
    async (key) => {
      await expect(files().read(key)).rejects.toMatchObject({ code: 'badKey' })
    },
  )
})

describe('map files on an S3-compatible store', () => {
  it('are copied where a sweep finds what a killed process left, each copy as old as its object', async () => {
    const files = stores['an S3-compatible store']!
    await files.write('maps/5/converted/converted.tif', Readable.from(['pyramid']))
    const [first, second] = [
      await files.localCopy('maps/5/converted/converted.tif'),
      await files.localCopy('maps/5/converted/converted.tif'),
    ]
    const { storedAt } = (await files.stat('maps/5/converted/converted.tif'))!
    for (const { path } of [first, second]) {
      expect(dirname(dirname(path))).toBe(join(folder, 'copies'))
      expect(statSync(path).mtimeMs).toBe(storedAt.getTime())
    }
    await first.release()
    await second.release()
    await expect(files.localCopy('maps/5/none.tif')).rejects.toMatchObject({ code: 'missing' })
    expect(readdirSync(join(folder, 'copies'))).toEqual([])
  })
})

describe('map files on a local disk', () => {
  it('may lie behind a link to another disk; other links are neither listed nor followed when they are removed', async () => {
    const [elsewhere, data, outside] = ['elsewhere', 'data', 'outside'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const path of [elsewhere, data, outside]) mkdirSync(path)
    symlinkSync(elsewhere, join(data, 'maps'))
    const files = localMapFiles(data)
    await files.write('maps/6/original/scan.tif', Readable.from(['scan']))
    expect(existsSync(join(elsewhere, '6/original/scan.tif'))).toBe(true)
    writeFileSync(join(outside, 'secret'), 'not ours')
    symlinkSync(outside, join(elsewhere, '6/stray'))
    symlinkSync(join(outside, 'secret'), join(elsewhere, '6/original/stray.tif'))
    expect(await keysBelow(files, 'maps/')).toEqual(['maps/6/original/scan.tif'])
    await files.remove('maps/6/original/stray.tif')
    await files.removeAll('maps/6/')
    expect(readdirSync(elsewhere)).toEqual([])
    expect(readdirSync(outside)).toEqual(['secret'])
  })

  it('refuse work that the free space cannot hold', async () => {
    await expect(stores['a local disk']!.requireFree(1e18)).rejects.toMatchObject({ code: 'full' })
  })

  it('leave no unfinished file behind', () => {
    const names = readdirSync(join(folder, 'disk'), { recursive: true }).map(String)
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
