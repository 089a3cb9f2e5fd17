import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestPage } from '../support/browser.ts'
import { refuseCopies } from '../support/copies.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { settled } from '../support/settled.ts'
import {
  openNavigator,
  positionAt,
  screen,
  setNavigatorStage,
  untilDrawn,
  type NavigatorStage,
  type OpenNavigatorOptions,
} from './navigator-stage.ts'

/** A machine may have much else to do. */
const SOON = { timeout: 15_000 }

let stage: NavigatorStage
let opened: TestPage
let page: Page

beforeAll(async () => {
  stage = await setNavigatorStage({ isBent: true })
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

async function open(options: OpenNavigatorOptions): Promise<void> {
  opened = await openNavigator(stage, options)
  page = opened.page
}
const withMap = () => `?mapId=${stage.mapId}&mapTitle=Plan+of+Kaunas`
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const positionBox = () => page.getByRole('region', { name: 'Your position' })

/** The middle of the sheet. */
const MIDDLE = [401, 351] as const

/** Vilnius, and what GDAL 3.6.2 (`gdaltransform`) makes of it: EPSG:3857, 32635, 3346. */
const VILNIUS = { longitude: 25.2797, latitude: 54.6872, accuracy: 12.4 }
const VILNIUS_COPIED = {
  degrees: '54.687200, 25.279700',
  dms: '54°41′13.9″N 25°16′46.9″E',
  webMercator: '2814123.3 7301393.2',
  utm: '35U 389106.0 6061342.9',
  lks94: '582510.4 6061948.7',
}

describe.each([
  { width: 390, height: 844, touch: true },
  { width: 1280, height: 800 },
])('the navigator at $width px', (size) => {
  it('has the window to itself, shows the position that was fed, and leads back to the maps', async () => {
    const asked: unknown[] = []
    await open({
      ...size,
      position: VILNIUS,
      prepare: async (page) => {
        await page.exposeFunction('tellOptions', (options: unknown) => asked.push(options))
        await page.addInitScript(() => {
          const watch = Geolocation.prototype.watchPosition.bind(navigator.geolocation)
          const tell = Reflect.get(window, 'tellOptions') as (options: unknown) => Promise<void>
          Geolocation.prototype.watchPosition = (success, failure, options) => {
            void tell(options)
            return watch(success, failure, options)
          }
        })
        await page.goto('/public-maps')
        await page.locator('main canvas').first().waitFor()
      },
    })
    await expect.poll(() => positionBox().innerText(), SOON).toContain('54.68720° N')
    const text = await positionBox().innerText()
    expect(text).toContain('25.27970° E')
    expect(text).toMatch(/Accuracy\s+±\s12\sm/)
    expect(asked).toContainEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 })
    await expectAbsent(page.getByRole('navigation'))
    await expect.poll(() => page.locator('header').count()).toBe(1)
    const box = await screen(page).boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: size.width, height: size.height })
    await page.context().setGeolocation({ longitude: 25.28, latitude: -1.5, accuracy: 1_240 })
    await expect.poll(() => positionBox().innerText(), SOON).toContain('1.50000° S')
    await expect.poll(() => positionBox().innerText()).toContain('1.24\u00A0km')
    // To the maps wherever one came from, with a sheet open too.
    await button('Track and places').click()
    await button('Back').click()
    await page.waitForURL('**/main')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(opened.takeErrors()).toEqual([])
  })

  // This does not depend on the width: in short form it is seen at one.
  it.runIf(process.env.LONG || size.touch)(
    'zooms by one level over 250 ms and turns north up again',
    async () => {
      await open({ ...size, position: positionAt(MIDDLE, 900) })
      await untilDrawn(page, 'none')
      await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe('15.50')
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      /** Presses a button and follows the zoom to where it ends. */
      const zoomed = async (name: string, to: number) => {
        const run = page.evaluate(
          (end) =>
            new Promise<{ ms: number; between: number }>((resolve) => {
              const element = document.querySelector('[data-following]')
              const seen: { at: number; zoom: number }[] = []
              new MutationObserver((_, observer) => {
                const zoom = Number(element?.getAttribute('data-zoom'))
                seen.push({ at: performance.now(), zoom })
                if (zoom !== end) return
                observer.disconnect()
                resolve({ ms: (seen.at(-1)?.at ?? 0) - (seen[0]?.at ?? 0), between: seen.length })
              }).observe(element as Element, { attributeFilter: ['data-zoom'] })
            }),
          to,
        )
        await button(name).click()
        return run
      }
      // A slow machine draws few frames of it, and now and then none between the first and the last.
      const seen = { in: 0, out: 0 }
      await expect
        .poll(
          async () => {
            for (const [way, name, to] of [
              ['in', 'Zoom in', 16.5],
              ['out', 'Zoom out', 15.5],
            ] as const) {
              const { ms, between } = await zoomed(name, to)
              expect(ms).toBeLessThan(5_000)
              seen[way] = Math.max(seen[way], between)
              await settled(page)
            }
            return Math.min(seen.in, seen.out)
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThan(1)
      await expect.poll(() => button('North up').isDisabled()).toBe(true)
      await button(/^Compass/).click()
      for (let step = 0; step < 3; step += 1) await button('Test: turn by 45°').click()
      await button('Following').click()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect
        .poll(async () => Number(await screen(page).getAttribute('data-bearing')), SOON)
        .toBeCloseTo(90, 0)
      await button('North up').click()
      await expect.poll(async () => Number(await screen(page).getAttribute('data-bearing')), SOON).toBe(0)
    },
  )
})

it('copies the coordinates with one press, in the form that is chosen', async () => {
  await open({ width: 390, height: 844, touch: true, position: VILNIUS })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect.poll(() => positionBox().innerText(), SOON).toContain('54.68720° N')
  for (const [form, copied] of Object.entries(VILNIUS_COPIED)) {
    await page.getByLabel('Form of the coordinates').selectOption(form)
    await button('Copy the coordinates').tap()
    await page.getByText(`Copied: ${copied}`).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
  }
  // What cannot be copied can be read, and the form stays chosen.
  await refuseCopies(page)
  await button('Copy the coordinates').tap()
  await page.getByText(`Could not copy. The coordinates: ${VILNIUS_COPIED.lks94}`).waitFor()
  // The zoom that was chosen stays too, and is what one is found at again.
  const zoom = () => screen(page).getAttribute('data-zoom')
  for (const zoomed of ['14.50', '13.50']) {
    await button('Zoom out').tap()
    await expect.poll(zoom, SOON).toBe(zoomed)
  }
  await page.reload()
  await expect.poll(() => positionBox().innerText(), SOON).toContain('582,510\u00A0m')
  await expect.poll(() => screen(page).getAttribute('data-following'), SOON).toBe('north')
  await expect.poll(zoom, SOON).toBe('13.50')
})

it('is black on white in sunlight, in the dark theme too, and stays so', async () => {
  await open({ width: 390, height: 844, theme: 'dark', position: VILNIUS, search: withMap() })
  const coloursOf = (box: Locator) =>
    box.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return [color, backgroundColor]
    })
  const sunlit = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']
  await stays(page, () => coloursOf(positionBox())).not.toEqual(sunlit)
  await button('Old map').click()
  await button('Sunlight').click()
  await expect.poll(() => coloursOf(page.getByRole('region', { name: 'Old map' }))).toEqual(sunlit)
  // What is written is seven times as bright as what it stands on, or as dark.
  const faint = async () => {
    const axe = new AxeBuilder({ page })
      .include('[data-contrast="high"]')
      .withRules(['color-contrast-enhanced'])
    return (await axe.analyze()).violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  }
  expect(await faint()).toEqual([])
  await page.reload()
  await expect.poll(() => positionBox().innerText(), SOON).toContain('54.68720° N')
  for (const box of [positionBox(), button('Follow me').or(button('Zoom in')).first()])
    await expect.poll(() => coloursOf(box)).toEqual(sunlit)
  expect(await faint()).toEqual([])
  await button('Old map').click()
  await button('Usual').click()
  await expect.poll(() => screen(page).getAttribute('data-contrast')).toBe('usual')
})

it('tells no lost position while the last one is fresh', async () => {
  await open({
    position: positionAt([400, 300], 20),
    prepare: (page) =>
      page.addInitScript(() => {
        const device = navigator.geolocation
        const watchPosition = device.watchPosition.bind(device)
        device.watchPosition = (heard, failed, options) =>
          watchPosition(
            heard,
            (error) => {
              failed?.(error)
              document.documentElement.dataset['failed'] = String(error.code)
            },
            options,
          )
      }),
  })
  await page.locator('[data-location]').waitFor()
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setGeolocationOverride')
  await page.locator('html[data-failed="2"]').waitFor()
  await stays(page, () => page.getByRole('alert').count()).toBe(0)
})
