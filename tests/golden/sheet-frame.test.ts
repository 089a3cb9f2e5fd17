import sharp from 'sharp'
import { expect, it } from 'vitest'
import { findSheetFrame } from '../../workers/raster/sheet-frame.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'

const SIDE_PX = 1_400

async function frameOf(file: string) {
  const { data, info } = await sharp(sharedData(file), { limitInputPixels: false })
    .removeAlpha()
    .resize(SIDE_PX, SIDE_PX, { fit: 'inside', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const values = data.filter((_, at) => at % info.channels === 0)
  return findSheetFrame({ width: info.width, height: info.height, values: new Uint8Array(values) })
}

describeWithSharedData('the frame of a real sheet', () => {
  // Read off the pictures by eye, px of the reduced scan.
  it.each([
    [
      'basel-1798/old_map.jpg',
      [
        [32, 24],
        [1377, 26],
        [1372, 864],
        [25, 865],
      ],
    ],
    [
      'mtb-aalen-76mp/test-mtb.tif',
      [
        [73, 74],
        [1222, 75],
        [1218, 1123],
        [69, 1126],
      ],
    ],
    [
      'saxony-weimar-107mp/test-ak.jpg',
      [
        [268, 239],
        [1133, 238],
        [1133, 895],
        [263, 895],
      ],
    ],
    [
      'synthetic-lithuania/map.jpg',
      [
        [9, 8],
        [1394, 7],
        [1391, 1080],
        [6, 1083],
      ],
    ],
  ])('is found: %s', async (file, corners) => {
    const frame = await frameOf(file)
    const misses = frame?.map(([x, y], at) =>
      Math.hypot(x - (corners[at]?.[0] ?? NaN), y - (corners[at]?.[1] ?? NaN)),
    )
    expect(Math.max(...(misses ?? [Infinity]))).toBeLessThan(4)
  })

  it('is not made up where a sheet has none', async () => {
    expect(await frameOf('sanborn-new-iberia-1885/new_iberia_la_1885_p1.jpg')).toBeNull()
  })
})
