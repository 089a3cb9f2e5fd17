import { expect, it } from 'vitest'
import { fitControlPoints } from './fit.ts'
import type { FitRequest } from './fit.ts'

/** 20 points of a sheet of 8 by 6 km, 10 m a px, each up to 100 m from where an even sheet has it. */
const bent: FitRequest = {
  gcps: Array.from({ length: 20 }, (_, at) => {
    const [x, y] = [100 + 100 * (at % 5), 100 + 100 * Math.floor(at / 5)]
    const [offX, offY] = [100 * Math.sin(7 * at), 100 * Math.cos(5 * at)]
    return { image: [x, y], map: [10 * x + offX, -10 * y + offY] }
  }),
  transformationType: 'Affine',
  imageSize: [800, 600],
}

it('tells how far off places may be, farther beyond the points, and nothing by five points', async () => {
  const judge = async (gcps: FitRequest['gcps'], crop: NonNullable<FitRequest['mask']>) =>
    (await fitControlPoints({ ...bent, gcps, judged: { crop } })).typicalError
  const whole = (await judge(bent.gcps, []))?.uncertainty
  expect(whole?.medianMetres).toBeGreaterThan(80)
  expect(whole?.medianMetres).toBeLessThan(400)
  expect(whole?.edgeMetres).toBeGreaterThan(1.2 * whole!.medianMetres)
  const amidThePoints = [
    [
      [150, 150],
      [450, 150],
      [450, 350],
      [150, 350],
    ],
  ] as const
  const cropped = (await judge(bent.gcps, amidThePoints))?.uncertainty
  expect(cropped?.medianMetres).toBeLessThan(whole!.medianMetres)
  expect(cropped?.edgeMetres).toBeLessThan(whole!.medianMetres)
  const five = bent.gcps.filter((_, at) => [0, 4, 7, 15, 19].includes(at))
  expect(await judge(five, [])).toBeNull()
  expect(await fitControlPoints(bent)).not.toHaveProperty('typicalError')
})

/** A trapezium on the map whose sides meet `below` px under the upper edge of the picture: there the horizon lies. */
function request(upperSide: number, mask?: FitRequest['mask']): FitRequest {
  const pairs = [
    [100, 100, -upperSide / 2, 7000],
    [700, 100, upperSide / 2, 7000],
    [700, 500, 500, 0],
    [100, 500, -500, 0],
  ] as const
  return {
    gcps: pairs.map(([px, py, x, y]) => ({ image: [px, py], map: [2_812_000 + x, 7_300_000 + y] })),
    transformationType: 'Projective',
    imageSize: [800, 600],
    ...(mask && { mask }),
  }
}

it('refuses a projective transformation whose horizon crosses the scan, and takes it beside the scan', async () => {
  await expect(fitControlPoints(request(13_000))).rejects.toMatchObject({ code: 'horizonInScan' })
  await expect(fitControlPoints(request(1_100))).resolves.toBeDefined()
  await expect(fitControlPoints(request(900))).resolves.toBeDefined()
})

it('takes one whose horizon the crop leaves out', async () => {
  const mask = [
    [
      [100, 300],
      [700, 300],
      [700, 590],
      [100, 590],
    ],
  ] as const
  await expect(fitControlPoints(request(13_000, mask))).resolves.toBeDefined()
})
