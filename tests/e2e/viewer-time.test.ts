import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findMaps } from '../../contract/api/find.ts'
import { callApi, type Caller } from '../support/api.ts'
import type { TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { twoScreenFrames } from '../support/settled.ts'
import { fingersOn } from './fingers.ts'
import { pauseClock } from './page-clock.ts'
import {
  addMaps,
  openViewer,
  setViewerStage,
  type OpenViewerOptions,
  type StagedMap,
  type ViewerStage,
} from './viewer-stage.ts'

/** Expects it within the time that a busy machine takes. */
function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 20_000 })
}

const PHONE = { width: 390, height: 844, touch: true } as const

let stage: ViewerStage
let user: Awaited<ReturnType<ViewerStage['newUser']>>
let opened: TestPage
let page: Page

const MAPS: readonly StagedMap[] = [
  { title: 'Of 1712', year: 1712 },
  { title: 'Of 1750 to 1760', period: [1750, 1760] },
  { title: 'Of 1850', year: 1850 },
  { title: 'Another of 1850', year: 1850 },
  { title: 'Of 2010', year: 2010 },
  { title: 'Before our era', year: -150 },
  { title: 'Undated' },
  { title: 'Undated, too' },
]

beforeAll(async () => {
  stage = await setViewerStage({ keepsPages: true })
  user = await stage.newUser()
  await addMaps(stage, user, MAPS)
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

async function open(path = '', options: OpenViewerOptions = {}): Promise<void> {
  opened = await openViewer(stage, user, path, options)
  page = opened.page
  await page.getByRole('button', { name: /^Filter by time/ }).click()
  await band().waitFor()
}

const band = () => page.getByRole('region', { name: 'Time' })
const slider = (name: string) => band().getByRole('slider', { name })
const yearOf = async (name: string) => Number(await slider(name).getAttribute('aria-valuenow'))
/** The years in the address. */
const shown = () => {
  const { searchParams } = new URL(page.url())
  return [searchParams.get('from'), searchParams.get('to')]
}
const found = async (query: { from?: string; to?: string }, who: Caller = user) =>
  (await callApi(who, findMaps, { query })).total
const settings = () => page.evaluate(() => JSON.parse(localStorage.getItem('timeline') ?? '{}') as unknown)
/** Titles in the list. */
const titles = () => page.getByRole('grid', { name: 'Maps' }).locator('p:first-child').allInnerTexts()
const toMode = (name: string) => band().getByText(name, { exact: true }).click()
const centreOf = async (name: string): Promise<[number, number]> => {
  const { x, y, width, height } = (await slider(name).boundingBox())!
  return [x + width / 2, y + height - 20]
}

describe('the band of time, for one year', () => {
  it('shows the maps of a year once its handle is let go, and not on the way', async () => {
    await open('?from=1846&to=1846')
    const [x, y] = await centreOf('Year')
    await page.mouse.move(x, y)
    await page.mouse.down()
    // 8 px a year at zoom 4.
    await page.mouse.move(x + 16, y, { steps: 4 })
    await page.mouse.move(x + 32, y, { steps: 4 })
    await eventually(() => yearOf('Year')).toBe(1850)
    expect(shown()).toEqual(['1846', '1846'])
    await page.mouse.up()
    await eventually(shown).toEqual(['1850', '1850'])
    await eventually(async () => (await titles()).toSorted()).toEqual(['Another of 1850', 'Of 1850'])
    expect(await found({ from: '1850', to: '1850' })).toBe(2)
    await band().getByText('and 2 undated maps, hidden while years are chosen').waitFor()
    await band().getByRole('button', { name: 'All years' }).click()
    await eventually(shown).toEqual([null, null])
    await eventually(async () => (await titles()).length).toBe(MAPS.length)
  })

  it('is moved by keys: a year, ten years, to the ends, which mean “and earlier” and “and later”', async () => {
    await open('?from=1850&to=1850')
    await slider('Year').focus()
    const steps: [string, number][] = [
      ['ArrowRight', 1851],
      ['ArrowLeft', 1850],
      ['PageDown', 1840],
      ['PageUp', 1850],
      ['End', 2000],
      ['Home', 0],
    ]
    for (const [key, year] of steps) {
      await page.keyboard.press(key)
      await expect.poll(() => yearOf('Year')).toBe(year)
    }
    await expect.poll(() => slider('Year').getAttribute('aria-valuetext')).toBe('0 and earlier')
    await eventually(shown).toEqual([null, '0'])
    await eventually(titles).toEqual(['Before our era'])
    await page.keyboard.press('End')
    await eventually(shown).toEqual(['2000', null])
    await eventually(titles).toEqual(['Of 2010'])
  })

  it('takes a typed year, and brings one beyond the band to its end', async () => {
    await open()
    const field = band().getByRole('textbox', { name: 'Year' })
    await field.fill('1755')
    await field.press('Enter')
    await eventually(shown).toEqual(['1755', '1755'])
    await eventually(titles).toEqual(['Of 1750 to 1760'])
    // A map of other years is opened by its name: the band moves to it, and says so.
    await page.getByRole('combobox', { name: 'Words to look for' }).fill('Of 1712')
    await page.getByRole('option', { name: /^Of 1712/ }).click()
    await band().getByText('moved to 1712, when the opened map is from').waitFor()
    await eventually(shown).toEqual(['1712', '1712'])
    await eventually(titles).toEqual(['Of 1712'])
    await field.fill('5000')
    await field.press('Enter')
    await eventually(shown).toEqual(['2000', null])
    await band().getByText('“5000” lies outside the years 0 to 2000: 2000 is taken.').waitFor()
    await field.fill('abc')
    await field.press('Enter')
    await band().getByText('“abc” is no year from 0 to 2000.').waitFor()
    await expect.poll(() => field.inputValue()).toBe('2000')
    await field.fill('1850')
    await expectAbsent(band().getByText('is no year'))
    await field.press('Enter')
    await eventually(shown).toEqual(['1850', '1850'])
    // The range begins at the year that is shown.
    await toMode('Range of years')
    await expect.poll(async () => [await yearOf('From'), await yearOf('To')]).toEqual([1850, 1850])
  })
})

describe('the band of time, for a range', () => {
  it('picks an end, is dragged, and counts once it is confirmed', async () => {
    await open('?from=1840&to=1845')
    await expect.poll(async () => [await yearOf('From'), await yearOf('To')]).toEqual([1840, 1845])
    const [x, y] = await centreOf('To')
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 8 * 10, y, { steps: 5 })
    await page.mouse.up()
    await eventually(() => yearOf('To')).toBe(1855)
    expect(shown()).toEqual(['1840', '1845'])
    // A press on the ground moves the end that is picked.
    await band().getByRole('textbox', { name: 'From' }).focus()
    await page.mouse.click(x - 8 * 15, y)
    await expect.poll(() => yearOf('From')).toBe(1830)
    await band().getByRole('button', { name: 'Show these years' }).click()
    await eventually(shown).toEqual(['1830', '1855'])
    // By keys from the handle itself.
    await slider('To').press('ArrowLeft')
    await slider('To').press('Enter')
    await eventually(shown).toEqual(['1830', '1854'])
    await eventually(async () => (await titles()).toSorted()).toEqual(['Another of 1850', 'Of 1850'])
  })

  it('changes start and end where the start lies after the end', async () => {
    await open()
    await toMode('Range of years')
    await band().getByRole('textbox', { name: 'From' }).fill('1800')
    await band().getByRole('textbox', { name: 'To' }).fill('1700')
    await page.keyboard.press('Enter')
    await eventually(shown).toEqual(['1700', '1800'])
    await expect.poll(async () => [await yearOf('From'), await yearOf('To')]).toEqual([1700, 1800])
    await eventually(async () => (await titles()).toSorted()).toEqual(['Of 1712', 'Of 1750 to 1760'])
  })
})

describe('the band’s scale', () => {
  it('zooms by its buttons through 0.1, 1, 2, 3 and 4, and by 0.1 with the wheel and Ctrl, 2 px a year times the zoom', async () => {
    await open('?from=1850&to=1850')
    const length = () =>
      slider('Year').evaluate((handle) => handle.parentElement!.getBoundingClientRect().width)
    const zooms: number[] = []
    const read = async () => zooms.push((await length()) / 4000)
    await read()
    const further = band().getByRole('button', { name: 'More years at once' })
    for (let step = 0; step < 4; step++) {
      await further.click()
      await read()
    }
    expect(zooms.map((zoom) => Number(zoom.toFixed(3)))).toEqual([4, 3, 2, 1, 0.1])
    await expect.poll(() => further.isDisabled()).toBe(true)
    const [x, y] = await centreOf('Year')
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -100)
    await page.keyboard.up('Control')
    await eventually(length).toBeCloseTo(800, 0)
    await page.mouse.wheel(0, -100)
    await expect.poll(length).toBeCloseTo(800, 0)
  })

  it('is kept in this browser: zoom, mode, year and range', async () => {
    await open()
    await band().getByRole('button', { name: 'More years at once' }).click()
    const field = band().getByRole('textbox', { name: 'Year' })
    await field.fill('1712')
    await field.press('Enter')
    await toMode('Range of years')
    await band().getByRole('textbox', { name: 'From' }).fill('1600')
    await band().getByRole('textbox', { name: 'To' }).fill('1699')
    await band().getByRole('button', { name: 'Show these years' }).click()
    const kept = { zoom: 3, isSingle: false, year: 1712, start: 1600, end: 1699 }
    await stays(page, settings).toEqual(kept)
    // It opens again by itself, as it was left.
    await page.goto('/public-maps')
    await band().waitFor()
    await expect.poll(async () => [await yearOf('From'), await yearOf('To')]).toEqual([1600, 1699])
    expect(shown()).toEqual([null, null])
    await band().getByRole('button', { name: 'Show these years' }).click()
    await expect.poll(shown).toEqual(['1600', '1699'])
    // Closed by its key it stays closed; the years that are chosen stay as a chip, which takes them away.
    await page.getByRole('application').press('t')
    await band().waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Timeline closed').waitFor({ state: 'attached' })
    await page.reload()
    await page.getByText('1600–1699').waitFor()
    await expectAbsent(band())
    await page.getByRole('button', { name: 'Remove the time filter' }).click()
    await expect.poll(shown).toEqual([null, null])
  })

  it('fades for 300 ms when it opens and closes', async () => {
    await open('', { isMoving: true, prepare: (opening) => opening.clock.install() })
    const durations = await band().evaluate((panel) => getComputedStyle(panel).animationDuration)
    expect(durations).toBe('0.3s')
    await pauseClock(page)
    await band().getByRole('button', { name: 'Close the timeline' }).click()
    const panel = page.locator('[data-timeline]')
    await expect.poll(() => panel.getAttribute('data-open')).toBe('false')
    // What ends the fade is begun after the page has drawn.
    await twoScreenFrames(page)
    await page.clock.runFor(290)
    await stays(page, () => panel.count()).toBe(1)
    await page.clock.runFor(20)
    await expect.poll(() => panel.count()).toBe(0)
  })
})

describe('playing through time', () => {
  it('goes from year to year that has maps, and stops at any touch', async () => {
    await open('?from=1700&to=1700', { prepare: (opening) => opening.clock.install() })
    const play = band().getByRole('button', { name: 'Play through time' })
    await eventually(() => play.isEnabled()).toBe(true)
    await pauseClock(page)
    await play.click()
    await eventually(shown).toEqual(['1712', '1712'])
    const said = (text: string) => page.getByRole('status').getByText(text, { exact: true })
    await said('Playing through time').waitFor({ state: 'attached' })
    // The years that it comes by are seen, and not told one by one.
    await expect.poll(() => band().getByRole('status').first().getAttribute('aria-live')).toBe('off')
    await expectAbsent(page.getByRole('status').filter({ hasText: /in the list/ }))
    for (const year of ['1750', '1751']) {
      await page.clock.runFor(1_200)
      await eventually(shown).toEqual([year, year])
    }
    await page.mouse.click(300, 300)
    await play.waitFor()
    await page.clock.runFor(5_000)
    expect(shown()).toEqual(['1751', '1751'])
  })
})

describe('the band of time on a phone', () => {
  it.each([PHONE, { ...PHONE, width: 844, height: 390 }])(
    'keeps its buttons where they are as it begins to play: $width px',
    async (size) => {
      await open('', size)
      const play = band().getByRole('button', { name: 'Play through time' })
      await eventually(() => play.isEnabled()).toBe(true)
      const before = await play.boundingBox()
      await play.tap()
      const pause = band().getByRole('button', { name: 'Stop playing' })
      await band().getByRole('button', { name: 'All years' }).waitFor()
      await stays(page, () => pause.boundingBox()).toEqual(before)
      await pause.tap()
      await page
        .getByRole('status')
        .getByText(/^Stopped: /)
        .waitFor({ state: 'attached' })
    },
  )

  it('is moved by a finger on its handle, pressed, and pulled aside by a finger on its ground', async () => {
    await open('?from=1850&to=1850', PHONE)
    const fingers = await fingersOn(page)
    const [x, y] = await centreOf('Year')
    await fingers.drag([x, y], [x - 40, y])
    await eventually(() => yearOf('Year')).toBe(1845)
    await eventually(shown).toEqual(['1845', '1845'])
    const scrolled = () => slider('Year').evaluate((handle) => handle.closest('[tabindex="-1"]')!.scrollLeft)
    const before = await scrolled()
    await fingers.drag([x + 90, y], [x + 20, y])
    await eventually(scrolled).toBeGreaterThan(before + 40)
    await stays(page, () => yearOf('Year')).toBe(1845)
    const [at] = await centreOf('Year')
    await page.touchscreen.tap(at + 80, y)
    await eventually(shown).toEqual(['1855', '1855'])
    // Taking the years away, or giving them, moves no button under the finger.
    const tops = () =>
      Promise.all(
        (['Play through time', 'Close the timeline'] as const).map(
          async (name) => (await band().getByRole('button', { name }).boundingBox())!.y,
        ),
      )
    const withYears = await tops()
    await band().getByRole('button', { name: 'All years' }).tap()
    await eventually(shown).toEqual([null, null])
    await stays(page, tops).toEqual(withYears)
    for (const button of await band().getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })
})
