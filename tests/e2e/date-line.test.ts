import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { newUser } from '../support/api.ts'
import { DRAWN, openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const [WIDTH, HEIGHT] = [800, 600]

let server: SharedServer
let browser: Browser
let fiji: string
let opened: TestPage | undefined

beforeAll(async () => {
  server = await sharedServer()
  const [started, owner] = await Promise.all([openBrowser(), newUser(server.url, 'Ona')])
  browser = started
  // From 174° E to 174° W: blue is the same all over, red grows from west to east.
  const [[minX, minY], [maxX, maxY]] = [mapPointOf(174, -22), mapPointOf(186, -13)]
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const
  fiji = await addConverted(
    owner,
    await drawnScan(WIDTH, HEIGHT),
    { title: 'Fiji', isPublic: 'true' },
    {
      transformationType: 'Affine',
      imagePoints: corners.map(([u, v]) => ({ pixelX: u * WIDTH, pixelY: v * HEIGHT })),
      mapPoints: corners.map(([u, v]): [number, number] => [
        minX + u * (maxX - minX),
        maxY - v * (maxY - minY),
      ]),
    },
  )
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

describe('a sheet across the date line in the public viewer', () => {
  it.each([
    ['from the east', -178],
    ['from the west', 178],
  ])('is drawn on both sides: %s', async (_, lon) => {
    opened = await openPage(browser, server.url, DRAWN)
    const { page } = opened
    await page.goto(`/explore?mapId=${fiji}&at=5_-17.5_${lon}`)
    await page.getByRole('slider', { name: 'Opacity' }).waitFor()
    const box = (await page.getByRole('application').boundingBox())!
    const pxOfDegree = (512 * 2 ** 5) / 360
    /** Colour of the place at a longitude, in the middle row of the pane. */
    const colourAt = async (picture: Buffer, at: number) => {
      const from = ((((at - lon + 540) % 360) + 360) % 360) - 180
      const left = Math.round(box.x + box.width / 2 + from * pxOfDegree)
      const top = Math.round(box.y + box.height / 2)
      const part = { left: left - 6, top: top - 6, width: 13, height: 13 }
      const { data } = await sharp(picture).extract(part).removeAlpha().resize(1, 1).raw().toBuffer({
        resolveWithObject: true,
      })
      return [...data]
    }
    const places = [176.3, 179.3, -179.3, -176.3]
    const seen = async () => {
      const picture = await page.screenshot()
      return Promise.all(places.map((at) => colourAt(picture, at)))
    }
    await expect
      .poll(async () => (await seen()).filter(([, , blue = 0]) => Math.abs(blue - 122) < 16).length, {
        timeout: 60_000,
      })
      .toBe(4)
    const reds = (await seen()).map(([red = 0]) => red)
    expect(reds).toEqual(reds.toSorted((a, b) => a - b))
    expect(reds[3]! - reds[0]!).toBeGreaterThan(60)
  })
})
