import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newUser } from '../support/api.ts'
import { DRAWN, openBrowser, type TestPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import {
  addPlaced,
  at as cameraText,
  cameraAt,
  onPage,
  openViewer,
  pane,
  placeOf,
  untilDrawn,
} from './viewer-map-stage.ts'

/** The large map holds the sheet. */
const LARGE = { x: 2_800_000, y: 7_300_000, metres: 20 }

let server: SharedServer
let browser: Browser
let owner: Caller
let largeId: string
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  owner = await newUser(server.url)
  largeId = await addPlaced(owner, { title: 'Large map' }, LARGE)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const search = (name: string) => new URL(page.url()).searchParams.get(name)

describe('the colours of a chosen map', () => {
  /** Yellow paper with a black and a red square. */
  const drawing = async () => {
    const box = (left: number, background: string) => ({
      input: { create: { width: 60, height: 60, channels: 3 as const, background } },
      left,
      top: 120,
    })
    const paper = { width: 400, height: 300, channels: 3 as const, background: '#F0DCB4' }
    const content = await sharp({ create: paper })
      .composite([box(120, '#141414'), box(220, '#C03020')])
      .png()
      .toBuffer()
    return { content, fileName: 'sheet.png' }
  }
  const SHEET = { x: 2_803_000, y: 7_296_500, metres: 5 }
  const PAPER = [0xf0, 0xdc, 0xb4]
  let sheetId: string

  beforeAll(async () => {
    sheetId = await addPlaced(owner, { title: 'Sheet', scan: await drawing() }, SHEET)
  })

  it('go without the paper, in one ink, and multiplied with what is beneath; the link says them', async () => {
    // The map that lies beneath covers the sheet; the panel of what is shown covers neither.
    const beside = cameraAt([2_799_012.5, 7_296_500], 25)
    const asked = { at: cameraText(beside), mapId: sheetId, maps: largeId, opacity: '100' }
    opened = await openViewer({ server, browser }, owner, asked, DRAWN)
    page = opened.page
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('2')
    await pane(page).press('v')
    const at = async (px: number) => {
      const [x, y] = await onPage(page, beside, placeOf(SHEET, [px, 150]))
      const clip = { x: Math.round(x) - 1, y: Math.round(y) - 1, width: 3, height: 3 }
      await untilDrawn(page)
      const { channels } = await sharp(await page.screenshot({ clip })).stats()
      return channels.slice(0, 3).map(({ mean }) => mean)
    }
    const isAt = (px: number, wanted: readonly number[]) => {
      const seen = async () => {
        const found = await at(px)
        return found.every((value, channel) => Math.abs(value - wanted[channel]!) < 14) || found.join()
      }
      return expect.poll(seen).toBe(true)
    }
    const beneath = (px: number) => {
      const [x, y] = placeOf(SHEET, [px, 150])
      const [column, row] = [(x - LARGE.x) / LARGE.metres, (LARGE.y - y) / LARGE.metres]
      return [(column / 400) * 255, (row / 300) * 255, 128]
    }
    await isAt(30, PAPER)
    await page.getByRole('button', { name: 'Colours of “Sheet”' }).click()
    const slider = page.getByRole('slider', { name: 'Leave out paper' })
    await slider.focus()
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(() => search('look')).toBe('paper12')
    await isAt(30, beneath(30))
    await isAt(150, [0x14, 0x14, 0x14])
    await isAt(250, [0xc0, 0x30, 0x20])

    await page.getByRole('radio', { name: 'Blue' }).check()
    await expect.poll(() => search('look')).toBe('paper12.blue')
    const dark = 1 - 0x14 / 0xf0
    const inked = [0.13, 0.27, 0.63].map((value, channel) => {
      return dark * value * 255 + (1 - dark) * beneath(150)[channel]!
    })
    await isAt(150, inked)
    await isAt(30, beneath(30))

    await page.getByRole('radio', { name: 'As scanned' }).check()
    await slider.focus()
    await page.keyboard.press('Home')
    await page.getByRole('checkbox', { name: 'Multiply with what is beneath' }).check()
    await expect.poll(() => search('look')).toBe('multiply')
    const product = PAPER.map((value, channel) => (value * beneath(30)[channel]!) / 255)
    await isAt(30, product)

    await page.reload()
    await untilDrawn(page)
    await isAt(30, product)
    await page.goBack()
    await expect.poll(() => search('look')).not.toBe('multiply')
    expect(opened.takeErrors()).toEqual([])
  })
})
