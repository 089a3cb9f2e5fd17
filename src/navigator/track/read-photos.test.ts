import sharp from 'sharp'
import { expect, it } from 'vitest'
import { MOST_PHOTO_BYTES, photoPlace, readPhoto } from './read-photos.ts'

const EXIF = {
  IFD2: { DateTimeOriginal: '2026:05:01 12:00:30', OffsetTimeOriginal: '+03:00' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '54/1 41/1 1392/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '25/1 16/1 4692/100',
    GPSImgDirectionRef: 'T',
    GPSImgDirection: '1345/10',
  },
}
const TAKEN = Date.UTC(2026, 4, 1, 9, 0, 30)

/** A photo of a camera; without `exif` it says nothing of itself. */
async function photo(name: string, exif?: typeof EXIF): Promise<File> {
  const drawn = sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
  const bytes = await (exif ? drawn.withExif(exif) : drawn).jpeg().toBuffer()
  return new File([new Uint8Array(bytes)], name, { lastModified: 1_000 })
}

/** A file as phones write it: HEIC, whose EXIF is an item of its own behind a table of contents. */
async function heic(): Promise<File> {
  const jpeg = Buffer.from(await (await photo('a', EXIF)).arrayBuffer())
  const at = jpeg.indexOf('Exif\0\0')
  const length = jpeg.readUInt16BE(at - 2) - 2
  // Where the picture's own numbers begin comes first.
  const item = Buffer.concat([Buffer.from([0, 0, 0, 6]), jpeg.subarray(at, at + length)])
  const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const u32 = (value: number) =>
    Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
  const box = (name: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([u32(8 + body.length), Buffer.from(name), body])
  }
  const whole = (version: number) => u32(version * 2 ** 24)
  const infe = box('infe', whole(2), u16(1), u16(0), Buffer.from('Exif\0'))
  const file = (offset: number) => {
    const iloc = box(
      'iloc',
      whole(0),
      Buffer.from([0x44, 0]),
      u16(1),
      u16(1),
      u16(0),
      u16(1),
      u32(offset),
      u32(item.length),
    )
    const head = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
    const hdlr = box('hdlr', whole(0), u32(0), Buffer.from('pict'), Buffer.alloc(13))
    return Buffer.concat([head, box('meta', whole(0), hdlr, box('iinf', whole(0), u16(1), infe), iloc)])
  }
  const offset = file(0).length + 8
  return new File([new Uint8Array(Buffer.concat([file(offset), box('mdat', item)]))], 'b.heic')
}

it('reads place, time and direction of a JPEG and of a HEIC', async () => {
  const expected = {
    place: { lat: expect.closeTo(-54.6872, 6) as number, lon: expect.closeTo(-25.2797, 6) as number },
    timeMs: TAKEN,
    direction: { degrees: 135, isMagnetic: false },
  }
  expect(await readPhoto(await photo('a.jpg', EXIF))).toEqual({ name: 'a.jpg', ...expected })
  expect(await readPhoto(await heic())).toEqual({ name: 'b.heic', ...expected })
})

it('takes a photo that says nothing of itself for one without a position, and what is none for unreadable', async () => {
  expect(await readPhoto(await photo('c.jpg'))).toEqual({
    name: 'c.jpg',
    place: null,
    timeMs: 1_000,
    direction: null,
  })
  const text = new File(['no photo at all'], 'd.jpg')
  expect(await readPhoto(text)).toEqual({ name: 'd.jpg', fault: 'unreadable' })
  expect(await readPhoto(new File([], 'e.jpg'))).toEqual({ name: 'e.jpg', fault: 'unreadable' })
  const large = { name: 'f.jpg', size: MOST_PHOTO_BYTES + 1 } as File
  expect(await readPhoto(large)).toEqual({ name: 'f.jpg', fault: 'tooLarge' })
  // Cut off within its EXIF.
  const cut = (await photo('g.jpg', EXIF)).slice(0, 90)
  expect(await readPhoto(new File([cut], 'g.jpg'))).toMatchObject({ place: null })
})

it('takes no position that is none, and the best time that there is', () => {
  const at = (longitude: unknown, latitude: unknown) => photoPlace({ longitude, latitude }, 5).place
  expect([at(0, 0), at(181, 10), at(Number.NaN, 10), at('25', 54), at(25, undefined)]).toEqual(
    Array.from({ length: 5 }, () => null),
  )
  const time = (tags: Record<string, unknown>) => photoPlace(tags, 5).timeMs
  const satellites = { GPSDateStamp: '2026:05:01', GPSTimeStamp: [9, 0, 25] }
  const clock = { DateTimeOriginal: '2026:05:01 12:00:30' }
  expect(time({ ...satellites, ...clock, OffsetTimeOriginal: '+03:00' })).toBe(TAKEN)
  expect(time({ ...satellites, ...clock })).toBe(TAKEN - 5_000)
  expect(time(clock)).toBe(new Date(2026, 4, 1, 12, 0, 30).getTime())
  expect(time({ DateTimeOriginal: '0000:00:00 00:00:00' })).toBe(5)
})
