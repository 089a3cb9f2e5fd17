import { expect, it } from 'vitest'
import { fitControlPoints } from './fit.ts'
import type { FitRequest } from './fit.ts'

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
