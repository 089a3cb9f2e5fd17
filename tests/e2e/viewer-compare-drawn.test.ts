import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newUser } from '../support/api.ts'
import { DRAWN, openBrowser, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import {
  addPlaced,
  at,
  cameraAt,
  drag,
  onPage,
  openViewer,
  pane,
  placeOf,
  SCAN,
  untilDrawn,
} from './viewer-map-stage.ts'

/** Three maps that lie on one another, each of one colour. */
const PLACED = { x: 2_800_000, y: 7_300_000, metres: 20 }
const CAMERA = cameraAt(placeOf(PLACED, [200, 150]), 20)
const COLOURS = { low: [200, 40, 40], middle: [40, 170, 60], high: [40, 60, 200] } as const
type MapName = keyof typeof COLOURS

let server: SharedServer
let browser: Browser
let owner: Caller
let ids: Record<MapName, string>
let opened: TestPage
let page: Page

async function addPlain(title: string, [r, g, b]: readonly [number, number, number]): Promise<string> {
  const content = await sharp({ create: { ...SCAN, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  return addPlaced(owner, { title, scan: { content, fileName: 'scan.png' } }, PLACED)
}

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  owner = await newUser(server.url)
  ids = {
    low: await addPlain('Low map', COLOURS.low),
    middle: await addPlain('Middle map', COLOURS.middle),
    high: await addPlain('High map', COLOURS.high),
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const stack = () => `${ids.low},${ids.middle},${ids.high}`

async function open(search: Record<string, string>) {
  opened = await openViewer({ server, browser }, owner, { at: at(CAMERA), maps: stack(), ...search }, DRAWN)
  page = opened.page
  await panel().waitFor()
}

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const panel = () => page.getByRole('region', { name: 'Shown maps' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const choice = (name: string) => page.getByRole('combobox', { name, exact: true })
const lineGrip = () => page.getByRole('slider', { name: /^Line between/ })

/** A place of the maps on the page, CSS px; `px` across the scan. */
const spotAt = (px: number) => onPage(page, CAMERA, placeOf(PLACED, [px, 60]))

/** Which map's colour is at a place of the page; null: another one. */
async function mapAt([x, y]: readonly [number, number]): Promise<MapName | null> {
  const clip = { x: Math.round(x) - 1, y: Math.round(y) - 1, width: 3, height: 3 }
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  for (const name of ['low', 'middle', 'high'] as const)
    if (COLOURS[name].every((value, channel) => Math.abs(value - channels[channel]!.mean) < 12)) return name
  return null
}

const LEFT = 120
const RIGHT = 280
async function sees(px: number, map: MapName | null): Promise<void> {
  await expect.poll(async () => mapAt(await spotAt(px)), { timeout: 15_000 }).toBe(map)
}

/** The line in the middle of the maps. */
async function dragLine(): Promise<void> {
  const grip = (await lineGrip().boundingBox())!
  const y = grip.y + grip.height / 2
  const [middle] = await spotAt(200)
  await drag(page, [grip.x + grip.width / 2, y], [middle, y])
}

describe('of three maps that are shown, any two', () => {
  it('are on either side of the line, the third on neither; the address tells it, and Back takes it back', async () => {
    await open({ compare: 'swipe' })
    await pane(page).press('v')
    await untilDrawn(page)
    await dragLine()
    // Whatever else is in the panel is folded meanwhile, and the middle of the map is free for the circle.
    const [size, folded] = [(await pane(page).boundingBox())!, (await panel().boundingBox())!]
    const radius = 0.24 * Math.min(size.width, size.height)
    expect(folded.y).toBeGreaterThan(size.y + size.height / 2 + radius)
    await expectAbsent(page.getByRole('slider', { name: /^Opacity/ }))
    // As ever: the uppermost map against all that is beneath it.
    await sees(LEFT, 'high')
    await sees(RIGHT, 'middle')
    await choice('Left of the line').selectOption({ label: 'Low map' })
    await choice('Right of the line').selectOption({ label: 'Middle map' })
    await expect.poll(() => search('pair')).toBe(`${ids.low},${ids.middle}`)
    await page.getByRole('slider', { name: 'Line between “Low map” and “Middle map”' }).waitFor()
    await sees(LEFT, 'low')
    await sees(RIGHT, 'middle')
    // The one that is on the other side changes places with it, here by keys.
    await choice('Left of the line').focus()
    await page.keyboard.press('m')
    await expect.poll(() => search('pair')).toBe(`${ids.middle},${ids.low}`)
    await sees(LEFT, 'middle')
    await sees(RIGHT, 'low')
    await page.goBack()
    await expect.poll(() => search('pair')).toBe(`${ids.low},${ids.middle}`)
    await sees(LEFT, 'low')
    await sees(RIGHT, 'middle')
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/viewer-1280.png` })
    await choice('Right of the line').selectOption({ label: 'Base map' })
    await sees(LEFT, 'low')
    await sees(RIGHT, null)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const line = page.getByRole('slider', { name: 'Line between “Low map” and the base map' })
    await line.press('Home')
    await line.press('Shift+ArrowRight')
    await expect.poll(() => search('line')).toBe('10')
    await press('Copy link to this view')
    await page.getByText('Link copied').waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
    await open(Object.fromEntries(link.searchParams))
    const again = page.getByRole('slider', { name: 'Line between “Low map” and the base map' })
    await again.waitFor()
    await expect.poll(() => again.getAttribute('aria-valuenow')).toBe('10')
    await expect.poll(() => choice('Right of the line').inputValue()).toBe('base')
    await pane(page).press('v')
    await dragLine()
    await sees(LEFT, 'low')
    await sees(RIGHT, null)
  })

  it('are inside and around the circle, and come and go in turn', async () => {
    await open({ compare: 'spyglass', pair: `${ids.middle},${ids.low}` })
    await pane(page).press('v')
    await untilDrawn(page)
    const circle = page.getByRole('button', {
      name: /^Spyglass: “Middle map” inside the circle, “Low map” around/,
    })
    for (let presses = 0; presses < 12; presses += 1) await circle.press('-')
    const [x, y] = await spotAt(LEFT)
    await page.mouse.move(x - 1, y)
    await page.mouse.move(x, y)
    await sees(LEFT, 'middle')
    await sees(RIGHT, 'low')
    const other = await spotAt(RIGHT)
    await page.mouse.move(other[0], other[1])
    await sees(LEFT, 'low')
    await sees(RIGHT, 'middle')
    await press('Blink')
    await choice('First').waitFor()
    for (const map of ['middle', 'low', 'middle'] as const) await sees(LEFT, map)
    // Which of the two is seen is said on the map and in the panel.
    for (const [title, part] of [
      ['Middle map', 'First'],
      ['Low map', 'Then'],
    ] as const)
      await page.waitForFunction(
        ([title, part]) => {
          const seen = [...document.querySelectorAll('[data-seen=true]')].map((one) => one.textContent)
          return seen.some((text) => text === title) && seen.some((text) => text?.startsWith(part))
        },
        [title, part] as const,
      )
    await press('Blink')
    await expect.poll(() => search('pair')).toBeNull()
    await choice('First').waitFor({ state: 'detached' })
    await sees(LEFT, 'high')
    expect(opened.takeErrors()).toEqual([])
  })
})
