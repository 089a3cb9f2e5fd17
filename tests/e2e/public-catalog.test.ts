import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog, renameCatalog, shareCatalog, unshareCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { callApi, newUser } from '../support/api.ts'
import { DRAWN, openBrowser, openPage, type TestPage, UNDRAWN } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { settled } from '../support/settled.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap } from './editor-stage.ts'

/** Bytes over the wire of all that comes before the map. */
const MOST_BYTES = 200_000
/** Of the boxes of maps over the base map. */
const ULTRAMARINE = { light: [43, 76, 155], dark: [143, 176, 255] } as const

let server: SharedServer
let browser: Browser
let owner: Awaited<ReturnType<typeof newUser>>
let opened: TestPage
let catalogId: string
let token: string

beforeAll(async () => {
  server = await sharedServer()
  ;[browser, owner] = await Promise.all([openBrowser(), newUser(server.url, 'Ona')])
  catalogId = (await callApi(owner, createCatalog, { body: { title: 'Town plans' } })).id
  for (const map of [
    { title: 'Plan of Kaunas', points: 5, isPublic: true },
    { title: 'Never placed', isPublic: true },
    { title: 'Secret sheet', points: 5 },
  ]) {
    const mapId = await addMap(owner, map)
    await callApi(owner, batchFavorites, { params: { mapId }, body: { addCatalogs: [catalogId] } })
  }
  token = (await callApi(owner, shareCatalog, { params: { id: catalogId }, body: null })).token!
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

describe.each([
  { width: 1280, height: 800, language: 'en', theme: 'light' },
  { width: 390, height: 844, language: 'lt', theme: 'dark' },
] as const)('the page of a catalog at $width px in $language', ({ language, theme, ...size }) => {
  it('shows anyone where its public maps lie, and leads to each', async () => {
    opened = await openPage(browser, server.url, { ...DRAWN, ...size, language, theme })
    const { page } = opened
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    const [asked, before] = [new Map<string, string>(), { bytes: 0 }]
    const isMapAsked = () => [...asked.values()].some((url) => url.includes('/assets/catalog-stage-'))
    client.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      if (!isMapAsked()) before.bytes += encodedDataLength
    })
    const tiles = new Set<number>()
    page.on('response', (answer) => {
      if (answer.url().includes(`/api/catalogs/${catalogId}/tiles/`)) tiles.add(answer.status())
    })
    await page.goto(`/c/${token}`)
    await page.getByRole('heading', { level: 1, name: 'Town plans' }).waitFor()
    await expect.poll(isMapAsked).toBe(true)
    expect(before.bytes).toBeGreaterThan(50_000)
    expect(before.bytes).toBeLessThan(MOST_BYTES)
    const maps = page.getByRole('main').getByRole('listitem')
    await expect
      .poll(() => maps.getByRole('link').allInnerTexts())
      .toEqual(['Plan of Kaunas', 'Never placed'])
    await expectAbsent(page.getByText('Secret sheet'))
    await page
      .getByText(
        language === 'en'
          ? '1 more map is kept private by its owner.'
          : 'Dar 1 žemėlapį savininkas laiko privatų.',
      )
      .waitFor()

    // Its box is drawn over the base map.
    const stage = page.getByRole('application')
    await stage.waitFor()
    const { default: sharp } = await import('sharp')
    const [r, g, b] = ULTRAMARINE[theme]
    const drawn = async () => {
      const { data } = await sharp(await stage.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      let count = 0
      for (let at = 0; at < data.length; at += 3)
        if (Math.abs(data[at]! - r) + Math.abs(data[at + 1]! - g) + Math.abs(data[at + 2]! - b) < 12)
          count += 1
      return count
    }
    await expect.poll(drawn, { timeout: 60_000 }).toBeGreaterThan(300)
    // So are the maps themselves, as one picture that is seen through.
    await expect.poll(() => [...tiles]).toEqual([200])
    const picture = async () =>
      (await sharp(await stage.screenshot()).stats()).channels.map(({ mean }) => mean)
    const opacity = page.getByRole('slider', { name: language === 'en' ? 'Opacity' : 'Nepermatomumas' })
    await opacity.press('Home')
    await settled(page)
    const bare = await picture()
    await opacity.press('End')
    await expect.poll(picture).not.toEqual(bare)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    // What is pressed on the map is named there, and leads on.
    const box = (await stage.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    const named = page.getByRole('region', { name: language === 'en' ? 'Where' : 'Kur' }).getByRole('link')
    await expect.poll(() => named.filter({ hasText: 'Plan of Kaunas' }).count()).toBe(1)
    await page.mouse.click(box.x + 8, box.y + box.height / 2)
    await expect.poll(() => named.filter({ hasText: 'Plan of Kaunas' }).count()).toBe(0)
    await maps.first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Plan of Kaunas' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/m\//)
    expect(opened.takeErrors()).toEqual([])
  })
})

it('offers whoever is signed in to open it among their catalogs', async () => {
  const reader = await newUser(server.url, 'Jonas')
  opened = await openPage(browser, server.url, UNDRAWN)
  const { page } = opened
  await page.addInitScript((stored) => localStorage.setItem('token', stored), reader.token)
  await page.goto(`/c/${token}`)
  await page.getByRole('link', { name: 'Open among my catalogs' }).click()
  await page.getByRole('dialog', { name: 'Town plans' }).waitFor()
})

it('says that the link leads nowhere once its owner has ended it, and tries again what failed', async () => {
  opened = await openPage(browser, server.url, UNDRAWN)
  const { page } = opened
  await page.route('**/api/catalogs/linked/**', (route) => route.abort())
  await page.goto(`/c/${token}`)
  await page.getByRole('heading', { name: 'The catalog could not be fetched' }).waitFor()
  await page.unroute('**/api/catalogs/linked/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Town plans' }).waitFor()
  // What changes meanwhile is seen on coming back, and the end of the link as well.
  const comeBack = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  }
  await callApi(owner, renameCatalog, { params: { id: catalogId }, body: { title: 'Plans of towns' } })
  await comeBack()
  await page.getByRole('heading', { name: 'Plans of towns' }).waitFor()
  await callApi(owner, unshareCatalog, { params: { id: catalogId }, body: null })
  await comeBack()
  await page.getByRole('alert').getByText('This catalog is no longer shared here').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'There is no such catalog here' }).waitFor()
})
