import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addMap } from './editor-stage.ts'
import type { TestPage } from '../support/browser.ts'
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
  stage = await setNavigatorStage()
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

async function open(options: OpenNavigatorOptions = {}): Promise<void> {
  opened = await openNavigator(stage, options)
  page = opened.page
}
const withMap = () => `?mapId=${stage.mapId}`
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert')
const compass = () => page.locator('[data-permission]')

/** What the compass said one after the other, and when. */
interface Said {
  readonly atMs: number
  readonly warning: string | null
  readonly text: string
}
/** Run in a page before its own scripts: what stands for seconds only is seen however slow the machine is. */
function noteCompass() {
  const said: Said[] = []
  Reflect.set(window, 'saidByCompass', said)
  new MutationObserver(() => {
    const element = document.querySelector('[data-permission]')
    if (!element) return
    const parts = [element, ...document.querySelectorAll('[role=status]')]
    const text = parts.map((part) => part.textContent).join('\n')
    const warning = element.getAttribute('data-warning')
    const last = said.at(-1)
    if (last?.text !== text || last.warning !== warning) said.push({ atMs: performance.now(), warning, text })
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}
const saidByCompass = () => page.evaluate(() => Reflect.get(window, 'saidByCompass') as Said[])
const hasSaid = async (text: string) => (await saidByCompass()).some((said) => said.text.includes(text))

describe('a position that cannot be had', () => {
  it('for want of the permission says how to give it, and is taken up once it is given', async () => {
    await open()
    await expect.poll(() => alert().innerText(), SOON).toContain('Unable to find out where you are')
    expect(await alert().innerText()).toContain('allow “Location”')
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation(positionAt([400, 300]))
    await page.locator('[data-location]').waitFor()
    expect(await alert().count()).toBe(0)
  })

  it('on a device without geolocation is told', async () => {
    await open({
      prepare: (page) =>
        page.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined }),
        ),
    })
    await expect.poll(() => alert().innerText(), SOON).toContain('This device cannot tell where it is')
  })

  it('any more keeps the last one, and says how old it is', async () => {
    await open({ position: positionAt([400, 300], 20) })
    await page.locator('[data-location]').waitFor()
    const device = await page.context().newCDPSession(page)
    await device.send('Emulation.setGeolocationOverride')
    await expect.poll(() => alert().innerText(), SOON).toContain('Unable to find out where you are')
    const box = page.getByRole('region', { name: 'Your position' })
    await expect.poll(() => box.innerText(), { timeout: 20_000 }).toMatch(/Last position 1\d\ss ago/)
    await expect.poll(() => page.locator('[data-location]').getAttribute('data-stale'), SOON).toBe('true')
    expect(await box.innerText()).toContain('° N')
    await page.context().setGeolocation(positionAt([500, 300], 20))
    await expect.poll(() => alert().count(), SOON).toBe(0)
  })
})

describe('the compass', () => {
  it('starts by itself, and warns after 2 s and after 5 s without a reading', async () => {
    await open({
      prepare: async (page) => {
        await page.addInitScript(noteCompass)
        await page.addInitScript(() =>
          Object.defineProperty(DeviceOrientationEvent, 'requestPermission', { value: undefined }),
        )
      },
    })
    await expect.poll(() => compass().getAttribute('data-warning'), SOON).toBe('none')
    await page.getByText('This device gives no compass readings').waitFor()
    const said = await saidByCompass()
    const [begun, waiting, none] = [null, 'waiting', 'none'].map((warning) =>
      said.find((one) => one.warning === warning)!,
    )
    expect(waiting!.text).toContain('No reading of the compass yet')
    expect(waiting!.atMs - begun!.atMs).toBeGreaterThan(1_000)
    expect(none!.atMs - begun!.atMs).toBeGreaterThan(4_000)
    expect(await compass().getAttribute('data-permission')).toBe('granted')
    await button(/^Compass/).click()
    await button('Test: turn by 45°').click()
    await button('Test: turn by 45°').click()
    await page.getByText('Test: You face north-east, 45°').waitFor()
  })

  it.each([
    ['granted', 'The compass is starting…'],
    ['denied', 'The compass is not allowed'],
  ])('asks on iOS when it is tapped: %s', async (answer, text) => {
    await open({
      prepare: async (page) => {
        await page.addInitScript(noteCompass)
        await page.addInitScript((said) => {
          let isTapped = false
          window.addEventListener('pointerdown', () => (isTapped = true), { capture: true })
          const requestPermission = () =>
            isTapped
              ? Promise.resolve(said)
              : Promise.reject(new DOMException('a tap is needed', 'NotAllowedError'))
          Object.defineProperty(DeviceOrientationEvent, 'requestPermission', { value: requestPermission })
        }, answer)
      },
    })
    expect(await compass().getAttribute('data-permission')).toBe('default')
    await page.getByText('Tap to allow the compass').first().waitFor()
    await button(/^Compass/).click()
    await expect.poll(() => compass().getAttribute('data-permission'), SOON).toBe(answer)
    await expect.poll(() => hasSaid(text), SOON).toBe(true)
    if (answer !== 'granted') return page.getByText(text).first().waitFor()
    await page.evaluate(() => {
      const reading = { webkitCompassHeading: 134, webkitCompassAccuracy: 10, alpha: 0, beta: 0, gamma: 0 }
      window.dispatchEvent(Object.assign(new Event('deviceorientation'), reading))
    })
    await expect.poll(() => hasSaid('You face south-east, 134°'), SOON).toBe(true)
    await expect.poll(() => hasSaid('give or take 10°'), SOON).toBe(true)
  })
})

describe('an old map', () => {
  it('that is on its way is said to be, and one that could not come is asked for again', async () => {
    let isAway = true
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await open({
      search: withMap(),
      position: positionAt([400, 300]),
      prepare: (page) =>
        page.route('**/api/files/**', async (route) => {
          if (!isAway) return route.continue()
          await held
          return route.abort()
        }),
    })
    await page.getByText('Loading the old map…').waitFor()
    release()
    await expect.poll(() => alert().innerText(), SOON).toContain('The old map could not be loaded')
    expect(await page.getByRole('link', { name: 'Choose another map' }).first().getAttribute('href')).toBe(
      '/main',
    )
    isAway = false
    await button('Try again').click()
    await untilDrawn(page)
    expect(await alert().count()).toBe(0)
  })

  it('that is not there, is not transformed, or is a file of another origin is told in words', async () => {
    await open({ search: '?mapId=nothing', position: positionAt([400, 300]) })
    await expect.poll(() => alert().innerText(), SOON).toContain('The old map is not there')
    const bare = await addMap({ url: stage.server.url, token: stage.token }, { title: 'Bare' })
    await page.goto(`/navigator?mapId=${bare}`)
    await page.getByText('This map has no overlay yet').waitFor()
    await page.goto('/navigator?tiffUrl=https%3A%2F%2Fexample.com%2Fa.tif')
    await expect.poll(() => alert().innerText(), SOON).toContain('The old map cannot be read')
  })

  it('far away is said to be, with the way to either', async () => {
    await open({ search: withMap(), position: { longitude: 24, latitude: 55, accuracy: 10 } })
    await untilDrawn(page)
    await page.getByText(/You are 8\d\.\d\d\skm from the old map/).waitFor()
    await button('Show me').click()
    await expect.poll(() => screen(page).getAttribute('data-following'), SOON).toBe('north')
    await button('Show the map').click()
    await expect.poll(() => screen(page).getAttribute('data-following'), SOON).toBe('off')
  })
})
