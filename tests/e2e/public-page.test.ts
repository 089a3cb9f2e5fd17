import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { refuseCopies, selectedText } from '../support/copies.ts'
import { addConverted } from '../support/map-templates.ts'
import { stays } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { fingersOn } from './fingers.ts'
import { SCAN } from './editor-stage.ts'
import { addPublicMap, eightPoints, isDrawn } from './public-page-stage.ts'

/** A page of another site, which is served by it. */
async function otherSite(html: string): Promise<{ url: string; close(): void }> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const { port } = site.address() as AddressInfo
  return { url: `http://localhost:${port}/`, close: () => site.close() }
}

describe('the public page of a map', () => {
  let server: SharedServer
  let browser: Browser
  let owner: Awaited<ReturnType<typeof newUser>>
  let id: string
  let opened: TestPage | undefined
  beforeAll(async () => {
    server = await sharedServer('flat')
    browser = await openBrowser()
    owner = await newUser(server.url, 'Ona')
    id = await addPublicMap(owner)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  })

  async function open(path: string, options: OpenPageOptions = {}): Promise<Page> {
    opened = await openPage(browser, server.url, { ...FLAT, ...options })
    await opened.page.goto(path)
    return opened.page
  }

  it('is worked by keys: opacity, the line to compare by, the whole map, a copied address', async () => {
    const page = await open(`/m/${id}`)
    await isDrawn(page)
    // The wheel scrolls the page past the map.
    const map = (await page.getByRole('application').boundingBox())!
    await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2)
    await page.mouse.wheel(0, 200)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
    await page.getByText('Hold Ctrl and turn the wheel to zoom').waitFor({ state: 'attached' })
    await page.evaluate(() => window.scrollTo(0, 0))
    // ? lists the keys, and Escape gives the focus back.
    const opacity = page.getByRole('slider', { name: 'Opacity' })
    await opacity.focus()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('On the maps').waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await expect.poll(() => opacity.evaluate((slider) => slider === document.activeElement)).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(() => opacity.getAttribute('aria-valuetext')).toBe('0%')
    // Both maps are compared at once.
    const line = page.getByRole('slider', { name: 'Line between the maps' })
    await line.waitFor()
    const compare = page.getByRole('button', { name: 'Compare by a line' })
    await compare.press('Enter')
    await line.waitFor({ state: 'detached' })
    await compare.press('Enter')
    await line.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(50)
    const isFull = () => page.evaluate(() => document.fullscreenElement?.contains(document.activeElement))
    await page.getByRole('button', { name: 'Full screen', exact: true }).press('Enter')
    await expect.poll(isFull).toBe(true)
    await page.getByRole('button', { name: 'Leave full screen' }).press('Enter')
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the link' }).press('Enter')
    await page.getByText('Link copied', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/m/${id}`)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: 'Copy: Link to this page' }).press('Enter')
    await page.getByText('Copied', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/m/${id}`)
  })

  for (const [language, width, theme, isShort] of [
    ['en', 1280, 'light', true],
    ['lt', 390, 'dark', true],
    ['en', 320, 'light', false],
  ] as const)
    it.runIf(isShort || process.env.LONG)(
      `has no fault that axe finds, and no line too wide: ${language}, ${width} px, ${theme}`,
      async () => {
        for (const path of [`/m/${id}`, `/m/${id}/embed`, '/m/none']) {
          const page = await open(path, { width, theme, language })
          if (path === '/m/none') await page.getByRole('heading', { level: 1 }).waitFor()
          else await isDrawn(page)
          if (path === `/m/${id}`) {
            await page.getByText(/Good enough|Pakanka/).waitFor()
            await page.getByText(/^(For GIS programs|GIS programoms)/).click()
          }
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(
            violations.map(({ id: rule, nodes }) => [path, rule, nodes.map(({ html }) => html)]),
          ).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow, path).toBeLessThanOrEqual(0)
          await opened?.close()
          opened = undefined
        }
      },
    )

  it('follows the language that is chosen, also where the address names another', async () => {
    const page = await open(`/m/${id}?lang=lt`, { width: 390, height: 844, touch: true })
    await page.getByRole('heading', { name: 'Tikslumas' }).waitFor()
    // On a phone one finger scrolls the page past the map, and is told that two move the map.
    await isDrawn(page)
    const map = (await page.getByRole('application').boundingBox())!
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
    const fingers = await fingersOn(page)
    await fingers.drag([x, y], [x, y - 160])
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await page.getByText('Žemėlapį judinkite dviem pirštais').waitFor({ state: 'attached' })
    await page.evaluate(() => window.scrollTo(0, 0))
    await fingers.pinch([x, y], 80, 160)
    await stays(page, () => page.evaluate(() => window.scrollY)).toBe(0)
    // What the slider is for stands beside it.
    await expect
      .poll(async () => (await page.getByText('Nepermatomumas', { exact: true }).boundingBox())!.width)
      .toBeGreaterThan(40)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'How exact it is' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.reload()
    await page.getByRole('heading', { name: 'How exact it is' }).waitFor()
  })

  it('leads to its files and to other maps of the same place', async () => {
    const title = 'Older plan'
    const other = await addConverted(
      owner,
      await drawnScan(SCAN.width, SCAN.height),
      { title, isPublic: 'true' },
      eightPoints(),
    )
    const page = await open(`/m/${id}`)
    const toAll = page.getByRole('link', { name: 'Other maps here' })
    await expect.poll(() => toAll.getAttribute('href')).toBe(`/explore?mapId=${id}`)
    const tile = page
      .getByRole('region', { name: 'Other old maps of this place' })
      .getByRole('link', { name: title })
    await expect.poll(() => tile.getAttribute('href')).toBe(`/m/${other}`)
    await page.getByRole('link', { name: 'Download', exact: true }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#downloads')
    // What few want stays folded until it is asked for.
    const manifest = page.getByLabel('IIIF manifest', { exact: true })
    await manifest.waitFor({ state: 'hidden' })
    await page.getByText('For GIS programs and other websites').click()
    await manifest.waitFor()
    await tile.click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  })

  it('is handed on by the share sheet of a phone', async () => {
    opened = await openPage(browser, server.url, { ...FLAT, width: 390, height: 844, touch: true })
    const { page } = opened
    await page.addInitScript(() => {
      const shared: unknown[] = []
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'share', {
        value: (data: unknown) => Promise.resolve(shared.push(data)),
      })
    })
    await page.goto(`/m/${id}`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
      .toEqual([{ title: 'Plan of <b>Kaunas</b> (1900)', url: `${server.url}/m/${id}` }])
  })

  it('can be embedded in a page of another site, which scrolls past it until the map is pressed', async () => {
    const site = await otherSite(
      `<!doctype html><title>Other</title><iframe src="${server.url}/m/${id}/embed" title="Map" width="600" height="400"></iframe>
       <iframe src="${server.url}/m/${id}" title="Page" width="600" height="200"></iframe><p style="height:3000px"></p>`,
    )
    const page = await open(site.url)
    site.close()
    const frame = page.frameLocator('iframe[title=Map]')
    await isDrawn(frame)
    const box = (await page.locator('iframe[title=Map]').boundingBox())!
    // Fingers and pointers meet the map no sooner.
    const isMet = () =>
      frame
        .locator('html')
        .evaluate(
          () =>
            document.elementFromPoint(250, 150)?.closest('.maplibregl-canvas, [role=application]') !== null,
        )
    await stays(page, isMet).toBe(false)
    await page.mouse.move(box.x + 250, box.y + 150)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
    await page.evaluate(() => window.scrollTo(0, 0))
    await frame.getByRole('button', { name: 'Move the map' }).click()
    await expect.poll(isMet).toBe(true)
    await page.mouse.move(box.x + 250, box.y + 150)
    await page.mouse.wheel(0, 300)
    await stays(page, () => page.evaluate(() => window.scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await frame.getByRole('button', { name: 'Move the map', pressed: false }).waitFor()
    const link = frame.getByRole('link', { name: /Plan of/ })
    await expect
      .poll(async () => [await link.getAttribute('href'), await link.getAttribute('target')])
      .toEqual([`/m/${id}`, '_blank'])
    // The page itself is not shown in a frame.
    const inner = page.frames().find((one) => one.url().endsWith(`/m/${id}`))
    await stays(page, () => inner?.getByRole('heading', { level: 1 }).count()).not.toBe(1)
  })

  it('tells without scripts what the map is, and that there is none', async () => {
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/m/${id}`)
    await page.getByRole('heading', { name: 'Plan of <b>Kaunas</b> (1900)' }).waitFor()
    expect((await page.goto('/m/none'))?.status()).toBe(404)
    await page.getByRole('heading', { name: 'There is no such map here' }).waitFor()
    await context.close()
  })

  it('is found in the details of a public map', async () => {
    opened = await openPage(browser, server.url, FLAT)
    const { page } = opened
    await page.addInitScript((token) => localStorage.setItem('token', token), owner.token)
    await page.goto('/main')
    const card = page.getByRole('article', { name: /Plan of/ })
    await pressCardAction(card, 'View details')
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click()
    const sharing = page.getByRole('dialog', { name: /^Share/ })
    const link = sharing.getByRole('link', { name: 'Open the page' })
    await expect.poll(() => link.getAttribute('href')).toBe(`${server.url}/m/${id}`)
    await sharing.getByRole('button', { name: 'Copy the link' }).waitFor()
    await page.keyboard.press('Escape')
    await sharing.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // The notice that says that the map is public leads there as well.
    const visibility = card.getByRole('switch')
    await visibility.click()
    await page.getByText('is private now').waitFor()
    await visibility.click()
    const notice = page.getByRole('status')
    await notice.getByText('is public now').waitFor()
    await notice.getByRole('button', { name: 'Public page' }).waitFor()
    // What cannot be copied by a press stands there to be copied by hand.
    await refuseCopies(page)
    await notice.getByRole('button', { name: 'Copy link' }).click()
    await expect
      .poll(() => notice.getByRole('textbox', { name: 'Link' }).inputValue())
      .toBe(`${server.url}/m/${id}`)
    await expect.poll(() => selectedText(page)).toBe(`${server.url}/m/${id}`)

    // The page itself knows who has an account here.
    await page.goto(`/m/${id}`)
    const toMaps = page.getByRole('banner').getByRole('link', { name: 'My maps' })
    await expect.poll(() => toMaps.getAttribute('href')).toBe('/main')
    await refuseCopies(page)
    await page.getByRole('button', { name: 'Copy: Link to this page' }).click()
    await page.getByText('Could not be copied.').waitFor()
    await expect.poll(() => selectedText(page)).toBe(`${server.url}/m/${id}`)
  })
})
