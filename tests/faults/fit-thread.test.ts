/** The thread that fits control points: whatever becomes of one fit, the next is answered. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fitControlPoints } from '../../server/raster/warp/fit.ts'
import { FitThread } from '../../server/raster/warp/fit-thread-client.ts'
import { builtPrograms } from '../support/build.ts'
import { exactPoints } from '../support/scans.ts'

const { imagePoints, mapPoints } = exactPoints()
const request = {
  gcps: imagePoints.map(({ pixelX, pixelY }, n) => ({
    image: [pixelX, pixelY] as const,
    map: mapPoints[n]!,
  })),
  transformationType: 'TPS' as const,
  imageSize: [800, 600] as const,
}

describe('the thread that fits', () => {
  beforeAll(() => void builtPrograms())
  let thread = new FitThread()
  afterEach(async () => {
    await thread.stop()
    thread = new FitThread()
  })

  it('answers as a fit in the same thread does, errors included', async () => {
    expect(await thread.fit(request)).toEqual(await fitControlPoints(request))
    const line = { ...request, gcps: request.gcps.map(({ map }, n) => ({ image: [n, n] as const, map })) }
    const expected = await fitControlPoints(line).catch((error: unknown) => error)
    expect(await thread.fit(line).catch((error: unknown) => error)).toMatchObject({
      name: 'RasterError',
      code: (expected as { code: string }).code,
      details: (expected as { details: object }).details,
    })
  })

  it('tells where pixels lie, between fits', async () => {
    const place = { ...request, pixels: Float64Array.from([100, 200, 400, 50]) }
    const places = await thread.place(place)
    // Ten metres a pixel.
    const [x, y] = [mapPoints[0]![0] - 800, mapPoints[0]![1] + 600]
    for (const [at, expected] of [x + 1_000, y - 2_000, x + 4_000, y - 500].entries())
      expect(places[at]).toBeCloseTo(expected, 3)
    await expect(thread.place({ ...place, gcps: [] })).rejects.toMatchObject({
      code: 'insufficientControlPoints',
    })
    expect((await thread.fit(request)).warnings).toEqual([])
  })

  it('is replaced when a fit takes too long', async () => {
    await expect(thread.fit(request, 0)).rejects.toMatchObject({ code: 'tookTooLong' })
    expect((await thread.fit(request)).warnings).toEqual([])
  })

  it('is replaced when it is ended in the middle of a fit', async () => {
    const cutOff = thread.fit(request)
    const stopped = thread.stop()
    await expect(cutOff).rejects.toMatchObject({ code: 'warpThreadFailed' })
    await stopped
    expect((await thread.fit(request)).warnings).toEqual([])
  })
})
