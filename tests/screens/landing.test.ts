import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { startServer, type TestServer } from '../support/server.ts'

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
      await expect.poll(() => header.locator(`a[href="#${anchor}"]`).count()).toBe(1)
      await expect.poll(() => page.locator(`[id="${anchor}"]`).count()).toBe(1)
    }
    const isScrolled = () => header.getAttribute('data-scrolled')
    await expect.poll(isScrolled).toBe('false')
    const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(scrolling).toBe('smooth')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(scrolling).toBe('auto')
    await page.evaluate(() => window.scrollTo(0, 100))
    await stays(page, isScrolled).toBe('false')
    await page.evaluate(() => window.scrollTo(0, 101))
    await expect.poll(isScrolled).toBe('true')
    // It stays so: a head that is lower must not scroll the page back.
    const seen = await page.evaluate(async () => {
      const states: unknown[] = []
      for (let frame = 0; frame < 20; frame++) {
        await new Promise(requestAnimationFrame)
        states.push([scrollY, document.querySelector('header')?.dataset['scrolled']])
      }
      return states
    })
    expect(seen).toEqual(seen.map(() => [101, 'true']))
    await header.locator('a[href="#kainos"]').click()
    await expect
      .poll(() => page.locator('[id="kainos"]').evaluate((part) => part.getBoundingClientRect().top))
      .toBeLessThan(200)
    await stays(page, async () => (await header.boundingBox())!.y).toBe(0)
    await expect
      .poll(() => header.getByRole('link', { name: 'Prisijungti' }).getAttribute('href'))
      .toBe('/login')
    await expect
      .poll(() => header.getByRole('link', { name: 'Pradėti' }).getAttribute('href'))
      .toBe('/register')
  })

  it('blends an old and a modern map by a slider from 0 to 100', async () => {
    const slider = page.getByRole('slider', { name: 'Senojo žemėlapio permatomumas' })
    const opacity = () =>
      page.getByAltText('Lietuva apie 1820 m.').evaluate((map) => getComputedStyle(map).opacity)
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(opacity).toBe('1')
    await page.keyboard.press('End')
    await expect.poll(() => slider.inputValue()).toBe('100')
    await expect.poll(opacity).toBe('0')
  })

  it('counts three figures up once they are seen', async () => {
    const figures = page.getByRole('region', { name: 'Skaičiai' }).locator('dd > [aria-hidden]')
    const whole = ['1\u00A0247', '99,7\u00A0%', '15\u00A0000']
    // Everything that the first of them ever shows.
    await page.addInitScript(() => {
      const seen: number[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const shown = document.querySelector('dd > [aria-hidden]')?.textContent.replaceAll(/\D/g, '')
        if (shown) seen.push(Number(shown))
      }).observe(document, { characterData: true, childList: true, subtree: true })
    })
    const seen = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 1280, height: 200 })
    // Anew and without a part in the address: a reload would go back to where the page was scrolled.
    await page.goto('/landing')
    await figures.first().waitFor()
    await stays(page, async () => Math.min(...(await seen()))).toBe(1247)
    await page.setViewportSize({ width: 1280, height: 800 })
    await figures.first().scrollIntoViewIfNeeded()
    await expect.poll(async () => Math.min(...(await seen()))).toBeLessThan(1247)
    await expect.poll(() => figures.allInnerTexts()).toEqual(whole)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('shows the instance’s own figures once it has some, and no testimonials that are examples', async () => {
    const { page: own, close } = await openPage(browser, server.url, { language: 'en' })
    const figures = { users: 31, publicMaps: 1_204, georeferencedMaps: 2_310 }
    await own.route('**/api/figures', (route) => route.fulfill({ json: { figures } }))
    await own.emulateMedia({ reducedMotion: 'reduce' })
    await own.goto('/')
    const region = own.getByRole('region', { name: 'Figures' })
    await expect
      .poll(() => region.locator('dt, dd > [aria-hidden]').allInnerTexts())
      .toEqual(['users', '31', 'public maps', '1,204', 'georeferenced maps', '2,310'])
    await expectAbsent(own.getByText('The figures are examples.'))
    await expectAbsent(own.locator('blockquote'))
    await close()
  })

  it('shows features, three steps, three plans, three voices, a call and a foot', async () => {
    const items = (part: string) => page.locator(part).locator('> ul > li, > ol > li')
    await expect.poll(() => items('[id="funkcijos"]').count()).toBe(6)
    for (const card of await items('[id="funkcijos"]').all())
      await expect.poll(() => card.getByRole('heading', { level: 3 }).count()).toBe(1)
    await expect.poll(() => items('[id="galimybes"]').count()).toBe(3)
    for (const step of await items('[id="galimybes"]').all()) {
      const picture = step.getByRole('img')
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300)
    }
    const plans = items('[id="kainos"]').getByRole('heading', { level: 3 })
    await expect.poll(() => plans.allInnerTexts()).toEqual(['Tyrėjui', 'Profesionalui', 'Įstaigai'])
    await expect.poll(() => page.locator('blockquote').count()).toBe(3)
    const call = page.getByRole('main').locator('section').last()
    await expect.poll(() => call.getByRole('link').getAttribute('href')).toBe('/register')
    const foot = page.getByRole('contentinfo')
    await expect
      .poll(() => foot.getByRole('link', { name: 'Prisijungti' }).getAttribute('href'))
      .toBe('/login')
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

  it('begins in the language of the browser where there is that one, else in Lithuanian', async () => {
    for (const [locale, shown, text] of [
      ['de', 'lt', 'Iki 3 žemėlapių per mėnesį'],
      ['en-GB', 'en', 'Up to 3 maps per month'],
      ['lt', 'lt', 'Iki 3 žemėlapių per mėnesį'],
    ] as const) {
      const context = await browser.newContext({ baseURL: server.url, locale })
      const fresh = await context.newPage()
      await fresh.goto('/')
      await fresh.locator('[id="kainos"]').getByText(text).waitFor()
      await expect.poll(() => fresh.evaluate(() => document.documentElement.lang)).toBe(shown)
      await context.close()
    }
  })

  it('says that the maps of a month are not limited here', async () => {
    await page.locator('[id="kainos"]').scrollIntoViewIfNeeded()
    await page.getByText('Šioje svetainėje žemėlapių skaičius neribojamas.').waitFor()
  })

  it('goes on in the language of the interface for who comes from it', async () => {
    const { token } = await newUser(server.url, 'Upgrade')
    const context = await browser.newContext({ baseURL: server.url, locale: 'en' })
    await context.addInitScript((stored) => localStorage.setItem('token', stored), token)
    const fresh = await context.newPage()
    await fresh.goto('/settings/general')
    // Where the people who run it are reached is one press away, outside of the product.
    await expect
      .poll(() => fresh.getByRole('link', { name: 'Feedback' }).getAttribute('href'))
      .toBe('https://example.com/maps')
    await fresh.getByRole('button', { name: /^User menu/ }).click()
    await fresh.getByRole('menuitem', { name: 'Upgrade to Pro' }).click()
    // It leads to the place that was asked for, and back to the maps.
    await fresh.locator('[id="kainos"]').getByText('Up to 3 maps per month').waitFor()
    await expect
      .poll(() => fresh.locator('[id="kainos"]').evaluate((part) => part.getBoundingClientRect().top))
      .toBeLessThan(await fresh.evaluate(() => innerHeight))
    const header = fresh.getByRole('banner')
    await expectAbsent(header.getByRole('link', { name: 'Log in' }))
    await header.getByRole('link', { name: 'My maps' }).click()
    await fresh.waitForURL('**/main')
    await context.close()
  })

  it('keeps the switch of the language where it is when it is pressed', async () => {
    for (const width of [390, 1280]) {
      const { page, close } = await openPage(browser, server.url, { width, height: 844, language: 'lt' })
      await page.goto('/')
      const place = (name: string) => page.getByRole('banner').getByRole('button', { name }).boundingBox()
      await page.getByRole('banner').getByRole('link', { name: 'Prisijungti' }).waitFor()
      const before = await place('EN')
      await page.getByRole('banner').getByRole('button', { name: 'EN' }).click()
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
      const after = await place('EN')
      expect(after).toEqual(before)
      await close()
    }
  })

  it('says in its foot where the people who run it are reached', async () => {
    const foot = page.getByRole('contentinfo')
    await foot.scrollIntoViewIfNeeded()
    const link = foot.getByRole('link', { name: 'example.com/maps' })
    await link.waitFor()
    await expect.poll(() => link.getAttribute('href')).toBe('https://example.com/maps')
  })
})
