import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DRAWN, type TestPage, UNDRAWN } from '../support/browser.ts'
import { openLine, type Line } from '../support/line.ts'
import { countKept, keepPanel, keepView, keptAreas, openKeepPanel } from './kept-areas.ts'
import {
  openNavigator,
  positionAt,
  screen,
  setNavigatorStage,
  tellUntil,
  untilDrawn,
  type NavigatorStage,
  type OpenNavigatorOptions,
} from './navigator-stage.ts'

let stage: NavigatorStage
let line: Line
let opened: TestPage
let page: Page

beforeAll(async () => {
  // The service worker opens the product's own program without a connection.
  stage = await setNavigatorStage({ drawing: UNDRAWN })
  line = await openLine(() => stage.server.url)
})
afterAll(async () => {
  await line?.close()
  await stage?.end()
})
afterEach(async () => {
  await opened?.close()
  line.mend()
})

const HERE = positionAt([400, 300], 5)

async function open(options: OpenNavigatorOptions = {}): Promise<void> {
  const server = { ...stage.server, url: line.url }
  opened = await openNavigator(
    { ...stage, server },
    {
      width: 390,
      height: 844,
      search: `?mapId=${stage.mapId}`,
      position: HERE,
      hasServiceWorker: true,
      ...options,
    },
  )
  page = opened.page
  await untilDrawn(page)
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function cutLine(): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  line.cut()
  await page.context().setOffline(true)
}

/** Mean colour of the map left of its middle, clear of marker and buttons. */
async function colourOfMap(): Promise<number[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const clip = { x: width * 0.1, y: height * 0.3, width: width * 0.2, height: height * 0.15 }
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.slice(0, 3).flatMap(({ mean, stdev }) => [Math.round(mean), Math.round(stdev)])
}

/** What is kept and drawn does not depend on the width. */
const SIZES = [{ width: 390, height: 844 }, ...(process.env.LONG ? [{ width: 1280, height: 800 }] : [])]
describe.each(SIZES)('a view that is kept at $width px', (size) => {
  it('is drawn without a connection as it was with one, with the base map, tools and marker', async () => {
    // Its pictures with a line and without one are compared.
    await open({ ...DRAWN, ...size })
    await expect.poll(() => screen(page).getAttribute('data-zoom')).toBe('15.50')
    await untilDrawn(page)
    const before = await colourOfMap()
    await button('Old map').click()
    await page.getByRole('slider').fill('0')
    await button('Old map').click()
    await expect.poll(colourOfMap).not.toEqual(before)
    await untilDrawn(page)
    const bare = await colourOfMap()
    await keepView(page)
    await cutLine()
    await page.reload()
    await untilDrawn(page)
    await page.locator('[data-location]').waitFor()
    await page.getByRole('img', { name: 'No connection' }).waitFor()
    await expect.poll(colourOfMap).toEqual(before)
    // The base map lies beneath as before.
    await button('Old map').click()
    await page.getByRole('slider').fill('0')
    await button('Old map').click()
    await expect.poll(colourOfMap).toEqual(bare)
    await button('Measure').click()
    await button('Point where I am').click()
    await tellUntil(page, HERE, page.getByText('Press the second point'))
  })
})

it('is listed with its size and day, opens from the list without a connection, and goes when it is freed', async () => {
  await open()
  await keepView(page)
  await cutLine()
  await page.goto('/navigator')
  await screen(page).waitFor()
  // Without a map to show, what is kept comes by itself.
  await keptAreas(page).waitFor()
  await expect
    .poll(() => keptAreas(page).getByRole('listitem').first().innerText())
    .toMatch(/\d+(\.\d)?\s[kM]B/)
  // A press anywhere on the card opens it.
  const opener = keptAreas(page).getByRole('button', { name: /^Open / })
  const card = (await keptAreas(page).getByRole('listitem').first().boundingBox())!
  await opener.waitFor()
  await page.mouse.click(card.x + card.width / 2, card.y + 12)
  await untilDrawn(page)
  await openKeepPanel(page)
  await keptAreas(page)
    .getByRole('button', { name: /^Free / })
    .click()
  await page.getByRole('dialog').getByText('it cannot be fetched again now').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Free' }).click()
  await keepPanel(page).getByText('Nothing is kept yet').waitFor()
  await expect.poll(() => countKept(page)).toEqual([0, 0, 0])
})
