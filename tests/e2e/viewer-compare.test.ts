import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addPlaced, at, cameraAt, openViewer, placeOf } from './viewer-map-stage.ts'

/** Three maps that lie on one another. */
const PLACED = { x: 2_800_000, y: 7_300_000, metres: 20 }
const CAMERA = cameraAt(placeOf(PLACED, [200, 150]), 20)
const PHONE = { width: 390, height: 844, touch: true } as const

let server: SharedServer
let browser: Browser
let owner: Caller
let ids: readonly string[]
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  ids = [
    await addPlaced(owner, { title: 'Low map' }, PLACED),
    await addPlaced(owner, { title: 'Middle map' }, PLACED),
    await addPlaced(owner, { title: 'High map' }, PLACED),
  ]
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(search: Record<string, string>, options: OpenPageOptions) {
  opened = await openViewer(
    { server, browser },
    owner,
    { at: at(CAMERA), maps: ids.join(), ...search },
    options,
  )
  page = opened.page
  await panel().waitFor()
}

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const panel = () => page.getByRole('region', { name: /^(Shown maps|Rodomi žemėlapiai)$/ })
const choice = (name: string) => page.getByRole('combobox', { name, exact: true })

describe('of three maps that are shown, any two', () => {
  for (const [language, word, size] of [
    ['en', 'Opacity', {}],
    ['lt', 'Nepermatomumas', {}],
    ['lt', 'Nepermatomumas', PHONE],
  ] as const)
    it(`have a slider each, with a word beside it: ${language}, ${size === PHONE ? 390 : 1280} px`, async () => {
      await open({}, { ...size, language })
      if (size === PHONE) await panel().getByRole('button').first().tap()
      const words = panel().getByText(word, { exact: true })
      if (size === PHONE) {
        const lines = await panel().getByRole('listitem').all()
        expect(lines).toHaveLength(3)
        // All are in sight, one below the other; each unfolds by itself, to the whole of its tools.
        const list = (await panel().getByRole('list').boundingBox())!
        for (const line of lines) {
          const box = (await line.boundingBox())!
          expect(box.height).toBeGreaterThanOrEqual(40)
          expect(box.y + box.height).toBeLessThanOrEqual(list.y + list.height + 1)
        }
        if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/three-lines.png` })
        for (const line of lines) {
          await line.getByRole('button', { expanded: false }).first().tap()
          await expect.poll(() => panel().getByRole('slider').count()).toBe(1)
          await line.getByRole('slider').waitFor()
          await expect
            .poll(async () => {
              const [tools, all] = [await line.boundingBox(), await panel().getByRole('list').boundingBox()]
              return tools!.y >= all!.y - 1 && tools!.y + tools!.height <= all!.y + all!.height + 1
            })
            .toBe(true)
        }
      }
      await expect.poll(() => words.count()).toBe(size === PHONE ? 1 : 3)
      for (const [place, slider] of (await panel().getByRole('slider').all()).entries()) {
        await slider.scrollIntoViewIfNeeded()
        const said = (await words.nth(place).boundingBox())!
        const thumb = (await slider.boundingBox())!
        expect(said.height).toBeLessThan(20)
        expect(Math.abs(thumb.y - said.y)).toBeLessThan(40)
      }
      if (process.env['SHOTS'])
        await page.screenshot({
          path: `${process.env['SHOTS']}/opacity-${language}-${size === PHONE ? 390 : 1280}.png`,
        })
    })

  it('are chosen by touch on a phone', async () => {
    await open({ compare: 'swipe' }, PHONE)
    await page.getByRole('button', { name: '3 maps shown' }).tap()
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/viewer-390.png` })
    for (const name of ['Left of the line', 'Right of the line']) {
      await choice(name).scrollIntoViewIfNeeded()
      const box = (await choice(name).boundingBox())!
      expect(box.height).toBeGreaterThanOrEqual(40)
      expect(box.x + box.width).toBeLessThanOrEqual(390)
    }
    await choice('Right of the line').selectOption({ label: 'Low map' })
    await expect.poll(() => search('pair')).toBe(`${ids[2]},${ids[0]}`)
  })
})
