import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import { callApi } from '../support/api.ts'
import type { TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { placeOf } from './editor-stage.ts'
import {
  openNavigator,
  positionAt,
  setNavigatorStage,
  tellUntil,
  untilDrawn,
  writtenOf,
  type NavigatorStage,
} from './navigator-stage.ts'

/** A machine may have much else to do. */
const SOON = { timeout: 30_000 }
const HERE = [400, 300] as const
/** EPSG:3857 metres a CSS px at the zoom at which one walks, and of a pixel of the drawn scan. */
const METRES_PER_PIXEL = (2 * Math.PI * 6_378_137) / (512 * 2 ** 15.5)
const METRES_PER_SCAN_PIXEL = placeOf([1, 0])[0] - placeOf([0, 0])[0]

let stage: NavigatorStage
let opened: TestPage
let page: Page

beforeAll(async () => {
  stage = await setNavigatorStage()
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
async function draftPairs(): Promise<{ image: readonly [number, number]; map: readonly number[] }[]> {
  const { draft } = await callApi({ url: stage.server.url, token: stage.token }, getDraft, {
    params: { id: stage.mapId },
  })
  const { imagePoints = [], mapPoints = [] } = draft?.transformation ?? {}
  return imagePoints.map(({ pixelX, pixelY }, index) => ({
    image: [pixelX, pixelY],
    map: mapPoints[index] ?? [],
  }))
}
/** Drags the map by so many CSS px; the cross then lies on another place. */
async function dragMap(dx: number): Promise<void> {
  await page.mouse.move(195, 300)
  await page.mouse.down()
  await page.mouse.move(195 + dx / 2, 300, { steps: 4 })
  await page.mouse.move(195 + dx, 300, { steps: 4 })
  // Let go at rest: the map does not glide on.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await page.mouse.up()
}

it('adds a control point where one stands to the draft: the cross of the old map with the position, without a connection too', async () => {
  opened = await openNavigator(stage, {
    width: 390,
    height: 844,
    position: positionAt(HERE, 6),
    search: `?mapId=${stage.mapId}`,
  })
  page = opened.page
  await untilDrawn(page)
  await expect.poll(() => page.locator('[data-following]').getAttribute('data-zoom'), SOON).toBe('15.50')
  await button('Old map').click()
  await button('Add a control point where I stand').click()
  const panel = page.getByRole('region', { name: 'Control point where you stand' })
  await panel.getByText('±\u00A06\u00A0m').waitFor()
  // The cross in the middle of the window is not covered.
  await expect.poll(async () => (await panel.boundingBox())?.y).toBeGreaterThan(844 / 2 + 40)
  await button('Add the point').click()
  await tellUntil(page, positionAt(HERE, 6), page.getByText('Point 6 added to your draft'))
  await page.getByRole('img', { name: 'Control point 6' }).waitFor()
  // The five that were published stay; the cross lay where one stands.
  const [, , , , , first] = await draftPairs()
  expect(first?.image[0]).toBeCloseTo(HERE[0], 0)
  expect(first?.image[1]).toBeCloseTo(HERE[1], 0)
  expect(first?.map[0]).toBeCloseTo(placeOf(HERE)[0], 0)

  await page.context().setOffline(true)
  const moved = 120
  await dragMap(moved)
  await button('Add the point').click()
  await tellUntil(page, positionAt(HERE, 6), page.getByText('Point 7 saved on this device'))
  expect(await draftPairs()).toHaveLength(6)
  await page.context().setOffline(false)
  await page.getByText('are now in your draft of 1 map').waitFor({ timeout: 60_000 })
  // What the sheet says follows, and the disc of the position leaves the cross in sight.
  await panel.getByText('Point 7 added to your draft').waitFor()
  await expect
    .poll(() =>
      page
        .locator('[data-location] > circle')
        .last()
        .evaluate((disc) => getComputedStyle(disc).fill),
    )
    .toBe('none')
  expect(await draftPairs()).toHaveLength(7)
  const second = (await draftPairs()).at(-1)
  const expected = HERE[0] - (moved * METRES_PER_PIXEL) / METRES_PER_SCAN_PIXEL
  expect(Math.abs((second?.image[0] ?? 0) - expected)).toBeLessThan(1.5)
  expect(second?.map[0]).toBeCloseTo(placeOf(HERE)[0], 0)

  await button('Undo').click()
  await page.getByText('The point is taken back.').waitFor()
  await page.getByRole('img', { name: 'Control point 7' }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await draftPairs()).length, SOON).toBe(6)
  await page.goto(`/map-editor?mapId=${stage.mapId}`)
  await page.getByText('6 points', { exact: false }).first().waitFor()
})

it('is offered to nobody who may not place points on the map', async () => {
  opened = await openNavigator(
    { ...stage, token: stage.strangerToken },
    { width: 390, height: 844, position: positionAt(HERE, 6), search: `?mapId=${stage.mapId}` },
  )
  page = opened.page
  await untilDrawn(page)
  await button('Old map').click()
  await button('Published').waitFor()
  await expectAbsent(button('Add a control point where I stand'))
})

it('takes no position from before without a word: it asks for a new one, says how old the last is, and takes it only by its age', async () => {
  opened = await openNavigator(stage, {
    width: 390,
    height: 844,
    position: positionAt(HERE, 6),
    search: `?mapId=${stage.mapId}`,
    prepare: async (shown) => {
      await shown.clock.install()
      // The device counts by the clock of the page.
      await shown.addInitScript(() => {
        const device = navigator.geolocation
        const watchPosition = device.watchPosition.bind(device)
        device.watchPosition = (heard, ...others) => {
          const tell: PositionCallback = ({ coords }) =>
            heard({ coords, timestamp: Date.now() } as GeolocationPosition)
          return watchPosition(tell, ...others)
        }
      })
    },
  })
  page = opened.page
  await untilDrawn(page)
  await page.locator('[data-location]').waitFor()
  // The device has no position any more, and three minutes pass.
  const device = await page.context().newCDPSession(page)
  const fallSilent = async () => {
    await device.send('Emulation.setGeolocationOverride')
    await page.clock.fastForward('00:11')
    await page.getByText('Unable to find out where you are').waitFor()
    await button('Dismiss').click()
    await page.clock.fastForward('03:10')
  }
  await fallSilent()
  const last = 'The last one is 3 min old.'
  const takeOld = button('Use the position 3 min old')

  await button('Track and places').click()
  const sheet = page.getByRole('region', { name: 'Track and places' })
  await button('Mark this place').click()
  await sheet.getByText('Waiting for a new position…').waitFor()
  await sheet.getByText(last).waitFor()
  await button('Cancel').click()
  await expectAbsent(sheet.getByText(last))
  await expectAbsent(page.locator('[data-waypoint]'))
  await button('Mark this place').click()
  await takeOld.click()
  await page.locator('[data-waypoint]').waitFor({ state: 'attached' })
  // A track never begins with it.
  await button('Record').click()
  await sheet.getByText('Not yet recording').waitFor()
  await sheet.getByText(last).waitFor()
  await expectAbsent(takeOld)
  await stays(page, () => writtenOf(page, 'points')).toEqual([])

  const before = (await draftPairs()).length
  await button('Old map').click()
  await button('Add a control point where I stand').click()
  const panel = page.getByRole('region', { name: 'Control point where you stand' })
  await panel.getByText(last).waitFor()
  await expect.poll(() => button('Add the point').isDisabled()).toBe(true)
  await takeOld.click()
  await panel.getByText('added to your draft').waitFor()
  const old = (await draftPairs()).at(-1)
  expect(old?.map[0]).toBeCloseTo(placeOf(HERE)[0], 0)
  expect(await draftPairs()).toHaveLength(before + 1)

  // What is measured begins where one is, or where one was when that is asked for.
  await button('Measure').click()
  await button('Point where I am').click()
  const distance = page.getByRole('region', { name: 'Distance' })
  await distance.getByText(last).waitFor()
  await expect.poll(() => distance.innerText()).toContain('Press the first point')
  await takeOld.click()
  await distance.getByText('Press the second point').waitFor()
  await expectAbsent(distance.getByText(last))
  await button('Stop measuring and clear').click()

  // A new one is taken as it comes, and the old one is no part of it.
  await button('Track and places, recording').click()
  await button('Mark this place').click()
  const there = [HERE[0] + 40, HERE[1]] as const
  const fed = async <Answer>(read: () => Promise<Answer>) => {
    await page.context().setGeolocation(positionAt(there, 6))
    return read()
  }
  await expect.poll(() => fed(() => page.locator('[data-waypoint]').count()), SOON).toBe(2)
  await expect.poll(() => fed(() => writtenOf(page, 'points')), SOON).toHaveLength(1)
  await expect.poll(() => writtenOf(page, 'points')).toMatchObject([{ lon: positionAt(there).longitude }])
  await button('Old map').click()
  await button('Add a control point where I stand').click()
  await expect.poll(() => fed(() => button('Add the point').isEnabled()), SOON).toBe(true)
  await button('Add the point').click()
  await tellUntil(page, positionAt(there, 6), panel.getByText('added to your draft'))
  expect((await draftPairs()).at(-1)?.map[0]).toBeCloseTo(placeOf(there)[0], 0)

  // A sheet comes after its button, and gives the focus back to it.
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await button('Close').click()
  await expect.poll(focused, SOON).toBe('Old map')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect
    .poll(() => button('Close').evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(focused, SOON).toBe('Old map')
})
