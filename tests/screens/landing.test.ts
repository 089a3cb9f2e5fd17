import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBrowser, openPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: TestServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startServer({ env: { BASEMAPS: 'null', CONTACT: 'https://example.com/maps' } })
  browser = await openBrowser()
  page = (await openPage(browser, server.url, { language: 'lt' })).page
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe('the landing page', () => {
  it('leads to its four parts by a head that stays and changes after 100 px', async () => {
    const header = page.getByRole('banner')
    for (const anchor of ['funkcijos', 'galimybes', 'kainos', 'kontaktai']) {
      expect(await header.locator(`a[href="#${anchor}"]`).count()).toBe(1)
      expect(await page.locator(`[id="${anchor}"]`).count()).toBe(1)
    }
    const isScrolled = () => header.getAttribute('data-scrolled')
    expect(await isScrolled()).toBe('false')
    await page.evaluate(() => window.scrollTo(0, 100))
    expect(await isScrolled()).toBe('false')
    await page.evaluate(() => window.scrollTo(0, 101))
    await expect.poll(isScrolled).toBe('true')
    await header.locator('a[href="#kainos"]').click()
    await expect
      .poll(() => page.locator('[id="kainos"]').evaluate((part) => part.getBoundingClientRect().top))
      .toBeLessThan(200)
    expect((await header.boundingBox())!.y).toBe(0)
    expect(await header.getByRole('link', { name: 'Prisijungti' }).getAttribute('href')).toBe('/login')
    expect(await header.getByRole('link', { name: 'Pradėti' }).getAttribute('href')).toBe('/register')
  })

  it('blends an old and a modern map by a slider from 0 to 100', async () => {
    const slider = page.getByRole('slider', { name: 'Senojo žemėlapio permatomumas' })
    const opacity = () =>
      page.getByAltText('Lietuva apie 1820 m.').evaluate((map) => getComputedStyle(map).opacity)
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(opacity).toBe('1')
    await page.keyboard.press('End')
    expect(await slider.inputValue()).toBe('100')
    await expect.poll(opacity).toBe('0')
  })

  it('shows features, three steps, three plans, three voices, a call and a foot', async () => {
    const items = (part: string) => page.locator(part).locator('> ul > li, > ol > li')
    expect(await items('[id="funkcijos"]').count()).toBe(6)
    for (const card of await items('[id="funkcijos"]').all())
      expect(await card.getByRole('heading', { level: 3 }).count()).toBe(1)
    expect(await items('[id="galimybes"]').count()).toBe(3)
    for (const step of await items('[id="galimybes"]').all()) {
      const picture = step.getByRole('img')
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300)
    }
    const plans = items('[id="kainos"]').getByRole('heading', { level: 3 })
    expect(await plans.allInnerTexts()).toEqual(['Tyrėjui', 'Profesionalui', 'Įstaigai'])
    expect(await page.locator('blockquote').count()).toBe(3)
    const call = page.getByRole('main').locator('section').last()
    expect(await call.getByRole('link').getAttribute('href')).toBe('/register')
    const foot = page.getByRole('contentinfo')
    expect(await foot.getByRole('link', { name: 'Prisijungti' }).getAttribute('href')).toBe('/login')
  })

  it('tells the accuracy of its sample, and that three points are enough', async () => {
    await page.goto('/landing')
    await page.getByText('±0,3 m').first().waitFor()
    await page.getByText('bent 3 kontrolinius taškus').waitFor()
  })

  it('names the three plans, their prices with tax, the trial and the guarantee', async () => {
    const prices = page.locator('[id="kainos"]')
    for (const text of [
      'Tyrėjui',
      'Iki 3 žemėlapių per mėnesį',
      'Profesionalui',
      'nuo 4,99 €',
      'Nemokamas bandomasis laikotarpis',
      'Įstaigai',
      'Sutartinė',
      'Kainos su PVM. Per 30 dienų grąžiname pinigus.',
    ])
      await prices.getByText(text).first().waitFor()
  })

  it('says in its foot where the people who run it are reached', async () => {
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'example.com/maps' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('https://example.com/maps')
  })
})
