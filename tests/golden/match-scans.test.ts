import process from 'node:process'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { comparePictures } from '../../workers/match/compare-pictures.ts'
import type { FloatPicture } from '../../workers/match/float-picture.ts'
import { matchScans } from '../../workers/match/match-scans.ts'
import type { ScanSource } from '../../workers/match/match-scans.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'

/** Real scans, each of another sheet. */
const MAPS = [
  ['mtb-aalen-76mp', 'test-mtb.tif'],
  ['saxony-weimar-107mp', 'test-ak.jpg'],
  ['basel-1798', 'old_map.jpg'],
  ['sanborn-new-iberia-1885', 'new_iberia_la_1885_p1.jpg'],
  ['synthetic-lithuania', 'map.jpg'],
  ['synthetic-minsk', 'map.jpg'],
] as const

/** In the short form one real scan is compared with a copy of itself, and three with each other. */
const COPIED = process.env.LONG ? MAPS : [MAPS[2]]
const COMPARED = process.env.LONG ? MAPS : MAPS.slice(2, 5)

/** Scans are read up to this longer side, px: four times what they are compared in. */
const LONGEST_SIDE = 4_800
const TURN_DEGREES = 3
const SCALE = 0.8

const openMap = (path: readonly string[]) => sharp(sharedData(...path), { limitInputPixels: false })

async function greyOf(image: Sharp): Promise<FloatPicture> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const values = Float32Array.from({ length: width * height }, (_, at) => (data[at * channels] ?? 0) / 255)
  return { width, height, values }
}

/** A scan with its halves and quarters, as the server makes them. */
function sourceOf(finest: FloatPicture): ScanSource {
  const pictures = [finest]
  while (Math.max(pictures.at(-1)!.width, pictures.at(-1)!.height) > 600)
    pictures.push(halfOf(pictures.at(-1)!))
  return {
    levels: pictures.map(({ width, height }) => ({ width, height })),
    read: async (level, { left, top, width, height }) => {
      const from = pictures[level]!
      const values = Float32Array.from(
        { length: width * height },
        (_, at) => from.values[(top + Math.floor(at / width)) * from.width + left + (at % width)] ?? 0,
      )
      return { width, height, values }
    },
  }
}

function halfOf({ width, height, values }: FloatPicture): FloatPicture {
  const [across, down] = [width >> 1, height >> 1]
  const half = new Float32Array(across * down)
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const at = 2 * y * width + 2 * x
      half[y * across + x] =
        (values[at]! + values[at + 1]! + values[at + width]! + values[at + width + 1]!) / 4
    }
  }
  return { width: across, height: down, values: half }
}

/** The map, and a second scan of it: turned, scaled, cropped, tinted and saved at a low quality. */
async function twoScans(path: readonly string[]) {
  const png = await openMap(path)
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { width, height } = await sharp(png).metadata()
  const turned = await sharp(png)
    .rotate(TURN_DEGREES, { background: '#777' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const whole = await sharp(turned).metadata()
  const [left, top] = [Math.round(whole.width * 0.12), Math.round(whole.height * 0.1)]
  const crop = { left, top, width: Math.round(whole.width * 0.76), height: Math.round(whole.height * 0.72) }
  const size = { width: Math.round(crop.width * SCALE), height: Math.round(crop.height * SCALE) }
  const cropped = await sharp(turned).extract(crop).png({ compressionLevel: 1 }).toBuffer()
  const second = await sharp(cropped)
    .resize({ ...size, fit: 'fill' })
    .tint({ r: 232, g: 205, b: 150 })
    .jpeg({ quality: 60 })
    .toBuffer()
  const angle = (TURN_DEGREES * Math.PI) / 180
  const truth = ([x, y]: readonly [number, number]): [number, number] => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    const u = whole.width / 2 + Math.cos(angle) * dx - Math.sin(angle) * dy
    const v = whole.height / 2 + Math.sin(angle) * dx + Math.cos(angle) * dy
    return [((u - left) * size.width) / crop.width, ((v - top) * size.height) / crop.height]
  }
  const [one, two] = [await greyOf(sharp(png)), await greyOf(sharp(second))]
  return { one, two, truth }
}

describeWithSharedData('two scans of one real map', () => {
  it.each(COPIED)('have the points of %s within 2 px of the truth', async (...path) => {
    const { one, two, truth } = await twoScans(path)
    const places = [0.15, 0.3, 0.45, 0.6, 0.75].flatMap((v) =>
      [0.15, 0.3, 0.45, 0.6, 0.75].map((u): [number, number] => [u * one.width, v * one.height]),
    )
    const answer = await matchScans(sourceOf(one), sourceOf(two), places)
    if (answer.kind !== 'matched') throw new Error(`not matched: ${answer.spots} spots`)
    const misses = answer.places
      .flatMap(({ kind, place }, index) => {
        const [x, y] = truth(places[index]!)
        return kind === 'found' || kind === 'plain' ? [Math.hypot(place[0] - x, place[1] - y)] : []
      })
      .toSorted((a, b) => a - b)
    const [median, most] = [misses[misses.length >> 1] ?? Infinity, misses.at(-1) ?? Infinity]
    if (process.env['SHOW'])
      console.log(path.join('/'), answer.spots, answer.alikeShare, misses.length, median, most)
    expect(misses.length).toBeGreaterThanOrEqual(12)
    expect(median).toBeLessThan(0.7)
    expect(most).toBeLessThan(2)
  })

  it('are told from scans of other maps: no two of those match', async () => {
    const pictures: FloatPicture[] = []
    for (const path of COMPARED) {
      // oxlint-disable-next-line no-await-in-loop -- they are large
      pictures.push(await greyOf(openMap(path).resize(1_000, 1_000, { fit: 'inside' })))
    }
    const matching = pictures.flatMap((one, index) =>
      pictures
        .slice(index + 1)
        .filter((two) => comparePictures(one, two).transform !== null)
        .map(() => COMPARED[index]?.join('/')),
    )
    expect(matching).toEqual([])
  })
})
