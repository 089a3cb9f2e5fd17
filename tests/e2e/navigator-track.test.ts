import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { TestPage } from '../support/browser.ts'
import {
  openNavigator,
  positionAt,
  screen,
  setNavigatorStage,
  untilDrawn,
  type NavigatorStage,
} from './navigator-stage.ts'

/** A machine may have much else to do. */
const SOON = { timeout: 15_000 }

let stage: NavigatorStage
let opened: TestPage
let page: Page

beforeAll(async () => {
  stage = await setNavigatorStage()
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const panel = () => page.getByRole('region', { name: 'Track and places' })
const length = () => panel().locator('strong').innerText()
async function saved(name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()])
  return readFile(await download.path(), 'utf8')
}

/** Waits until a place stands in the browser's database: reading waits for what is being written. */
async function untilKept(note: string): Promise<void> {
  const notes = () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('palimpsest-field')
          opening.onerror = () => reject(new Error('no database'))
          opening.onsuccess = () => {
            const reading = opening.result.transaction('waypoints').objectStore('waypoints').getAll()
            reading.onsuccess = () => {
              opening.result.close()
              resolve((reading.result as { note: string }[]).map((waypoint) => waypoint.note))
            }
          }
        }),
    )
  await expect.poll(notes).toContain(note)
}

it('records the way and marked places, loses nothing when the tab is killed, and gives them away', async () => {
  opened = await openNavigator(stage, { width: 390, height: 844, position: positionAt([400, 300], 5) })
  page = opened.page
  await untilDrawn(page, 'none')
  await page.locator('[data-location]').waitFor()
  await button('Track and places').click()
  await button('Record').click()
  // 20 px of the scan are 200 m of the projection, 116 m on the ground there.
  for (const x of [420, 440, 460]) {
    await page.context().setGeolocation(positionAt([x, 300], 5))
    await expect.poll(length, SOON).toBe(`${Math.round(((x - 400) / 20) * 115.9)}\u00A0m`)
  }
  await button('Mark this place').click()
  await panel().getByPlaceholder('What is here?').fill('Old mill')
  await page.locator('[data-waypoint]').getByText('Old mill').waitFor()

  await untilKept('Old mill')
  // The tab ends without a word, as when the phone runs out of power.
  const context = page.context()
  await page.close({ runBeforeUnload: false })
  page = await context.newPage()
  await page.goto('/navigator')
  await screen(page).waitFor()
  await page.getByText('The recording goes on').waitFor()
  await button('Track and places, recording').click()
  await expect.poll(length, SOON).toBe('348\u00A0m')
  await panel().getByText('Recording', { exact: true }).waitFor()
  await button('Stop recording').click()
  await button('Track and places').waitFor()
  expect(await panel().getByPlaceholder('What is here?').inputValue()).toBe('Old mill')

  const gpx = await saved('Save as GPX')
  // What was recorded after the kill begins a part of its own.
  expect(gpx.match(/<trkseg>/g)).toHaveLength(2)
  expect(gpx.match(/<trkpt /g)).toHaveLength(5)
  expect(gpx).toContain('<name>Old mill</name>')
  const geojson = JSON.parse(await saved('Save as GeoJSON')) as { features: { geometry: { type: string } }[] }
  expect(geojson.features.map(({ geometry }) => geometry.type)).toEqual(['MultiLineString', 'Point'])

  await button('Remove all').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
  await expect.poll(length, SOON).toBe('0\u00A0m')
  const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await panel().locator('input[type=file]').setInputFiles(file('walk.gpx', gpx))
  await expect.poll(length, SOON).toBe('348\u00A0m')
  expect(await panel().getByPlaceholder('What is here?').inputValue()).toBe('Old mill')
  await panel().locator('input[type=file]').setInputFiles(file('bad.gpx', '<gpx'))
  await page.getByText('bad.gpx holds no track that can be read').waitFor()
})
