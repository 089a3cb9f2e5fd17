import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lineMetres } from '../../src/geometry/ground-distance.ts'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { settled } from '../support/settled.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addPlaced, at, cameraAt, openViewer, pane } from './viewer-map-stage.ts'

const CAMERA = cameraAt([2_803_000, 7_297_300], 25)

let server: SharedServer
let browser: Browser
let owner: Caller
let ids: { large: string; small: string }
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  ids = {
    large: await addPlaced(
      owner,
      { title: 'Large map', year: 1900 },
      { x: 2_800_000, y: 7_300_000, metres: 20 },
    ),
    small: await addPlaced(
      owner,
      { title: 'Small map', year: 1850 },
      { x: 2_802_000, y: 7_298_000, metres: 5 },
    ),
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(search: Record<string, string> = {}, options: OpenPageOptions = {}): Promise<void> {
  opened = await openViewer({ server, browser }, owner, { at: at(CAMERA), ...search }, options)
  page = opened.page
  await listen(page)
}

/** Collects what live regions say: a text may be replaced before anybody looks for it. */
const listen = (of: Page) =>
  of.evaluate(() => {
    const heard: string[] = []
    const hear = () => {
      for (const { textContent } of document.querySelectorAll('[role=status]'))
        if (textContent && !heard.includes(textContent)) heard.push(textContent)
    }
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { heard })
  })

/** Waits until a live region has said a text since the page was opened. */
async function announced(text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toContainEqual(expect.stringContaining(text))
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
/** The name of what has the focus; the page itself has none. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement
    return (
      element?.getAttribute('aria-label') ?? (element === document.body ? 'nowhere' : element?.textContent)
    )
  })

describe('the focus', () => {
  it('goes from a map that is taken off to the next one, and from the last to the list', async () => {
    await open({ maps: `${ids.large},${ids.small}` })
    await button('Take “Small map” off the map').press('Enter')
    await expect.poll(focused).toBe('Take “Large map” off the map')
    await announced('“Small map” taken off, 1 map shown')
    await page.getByRole('button', { name: 'Pin “Large map”', pressed: true }).click()
    await announced('“Large map” is no longer pinned')
    await button('Take “Large map” off the map').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Shown maps' }).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Public maps')
  })

  it('goes from a filter that is taken away to the next one, and from the last to the list', async () => {
    await open({ q: 'map', from: '1800', to: '1950', title: 'small' })
    await button('Remove the search').press('Enter')
    await expect.poll(focused).toBe('Remove the time filter')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Remove all attributes')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Public maps')
    await button('Hide the list of maps').press('Enter')
    await button('Filter by a box').press('Enter')
    await button('Use the current view').press('Enter')
    await expect.poll(focused).toBe('Clear the box filter')
    await button('Remove the box filter').press('Enter')
    await expect.poll(focused).toBe('Show the list of maps')
  })

  it('goes to the handle of a comparison that keys have chosen, which says what they do, and back to its button', async () => {
    await open({ maps: `${ids.large},${ids.small}` })
    await button('Swipe').press('Enter')
    await expect.poll(focused).toMatch(/^Line between/)
    await announced('the arrows move the line')
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(() => page.locator('[data-comparison=swipe]').getAttribute('aria-valuetext'))
      .toBe('48%')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Swipe')
    await announced('Comparing ended')
    await button('Spyglass').press(' ')
    await expect.poll(focused).toMatch(/^Spyglass/)
    await announced('the arrows move the circle')
    await button('Spyglass').click()
    await page.getByRole('slider', { name: 'Opacity of “Small map”' }).waitFor()
    await expect
      .poll(() => page.getByRole('slider', { name: 'Opacity of “Small map”' }).getAttribute('aria-valuetext'))
      .toBe('100%')
  })

  it('goes from a timeline that is closed to its button, and that is said, on a desktop and a phone', async () => {
    await open()
    const close = button('Close the timeline')
    const said = (text: string) => page.getByRole('status').getByText(text).waitFor({ state: 'attached' })
    const ways = [
      () => close.press('Enter'),
      () => close.press('Escape'),
      () => page.getByRole('textbox', { name: 'Year' }).press('Escape'),
    ]
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height })
      await settled(page)
      for (const way of ways) {
        await button('Filter by time').press('Enter')
        await said('Timeline opened')
        await way()
        await close.waitFor({ state: 'detached' })
        await expect.poll(focused).toBe('Filter by time')
        await said('Timeline closed')
      }
    }
  })

  it('goes on a phone from the last filter to the button of the filters, and from one that is typed to its fields', async () => {
    await open({ q: 'map', box: '2795000,7290000,2810000,7302000' }, { width: 390, height: 844 })
    await button('Filters').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.getByRole('button', { name: 'Remove the search' }).press('Enter')
    await expect.poll(focused).toBe('Remove the box filter')
    await page.keyboard.press('Enter')
    await expect
      .poll(() =>
        dialog.getByLabel('Title', { exact: true }).evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    await page.keyboard.press('Escape')
    await button('Clear all').press('Enter')
    await expect.poll(focused).toBe('Filters')
  })
})

describe('a second map', () => {
  it('stays beside another where the details of that offer it, next to “Load map”, which is the first stop there', async () => {
    await open({ mapId: ids.large })
    const rows = () => page.getByRole('region', { name: 'Shown maps' }).getByRole('listitem')
    const search = (name: string) => new URL(page.url()).searchParams.get(name)
    await rows().filter({ hasText: 'The next map you choose takes its place' }).waitFor()
    const list = page.getByRole('complementary', { name: 'Maps' })
    await list.getByRole('button', { name: 'Map info: Small map' }).press('Enter')
    const details = page.getByRole('dialog', { name: 'Map info' })
    const beside = details.getByRole('button', { name: 'Show beside “Large map”' })
    await details.getByRole('button', { name: 'Close' }).first().focus()
    await page.keyboard.press('Tab')
    const load = details.getByRole('button', { name: 'Load map' })
    await expect.poll(() => load.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await beside.press('Enter')
    await expect.poll(() => rows().count()).toBe(2)
    expect([search('maps'), search('mapId')]).toEqual([ids.large, ids.small])
    await expectAbsent(page.getByText('The next map you choose'))
    await page.getByRole('status').getByText('2 maps shown').waitFor({ state: 'attached' })
    // What is shown already is offered neither way.
    await list.getByRole('button', { name: 'Map info: Small map' }).click()
    await details.getByRole('heading', { name: 'Small map' }).waitFor()
    await expectAbsent(beside)
    await expectAbsent(load)
  })
})

describe('what is said', () => {
  it('of a map that its new place in the order keeps: that it is kept; let go, it stays above the others', async () => {
    await open({ maps: ids.large, mapId: ids.small })
    await page.getByRole('button', { name: /^Order of “Small map”/ }).press('ArrowDown')
    await page.getByText('“Small map” is pinned now').first().waitFor()
    const pin = (pressed: boolean) => page.getByRole('button', { name: 'Pin “Large map”', pressed })
    await pin(true).press('Enter')
    await pin(false).waitFor()
    const titles = page.getByRole('button', { name: /^Order of/ })
    await expect.poll(() => titles.first().getAttribute('aria-label')).toMatch(/“Large map”/)
    await expect.poll(() => titles.count()).toBe(2)
  })

  it('of a list: how many maps have come, on a phone too, and each time anew', async () => {
    await open({}, { width: 390, height: 844 })
    const said = (text: RegExp) => page.getByRole('status').filter({ hasText: text })
    await said(/^2 maps in the list$/).waitFor({ state: 'attached' })
    await button('Search').click()
    const words = page.getByRole('dialog').getByRole('combobox', { name: 'Words to look for' })
    await words.fill('small')
    await words.press('Enter')
    await said(/^1 map in the list$/).waitFor({ state: 'attached' })
  })

  it('of playing through one year: that there is nothing to play', async () => {
    await open({ q: 'small' })
    await pane(page).press('t')
    const play = button('Play through time')
    await expect.poll(() => play.getAttribute('aria-disabled')).toBe('true')
    await play.press('Enter')
    await page.getByText('Nothing to play: all maps that have a year are of 1850.').first().waitFor()
    expect(new URL(page.url()).searchParams.get('from')).toBeNull()
  })

  it('of those who made the base map: in the language of the interface', async () => {
    await open({}, { language: 'lt' })
    await expect
      .poll(() => page.locator('.maplibregl-ctrl-attrib-button').getAttribute('aria-label'))
      .toBe('Pagrindo žemėlapio šaltiniai')
  })
})

describe('with fingers', () => {
  it('every button of the bars is high enough', async () => {
    await open({ q: 'map', box: '2795000,7290000,2810000,7302000' }, { width: 390, height: 844, touch: true })
    await button('Tell me about new maps here').waitFor()
    await button('Measure').tap()
    await button('Filter by time').tap()
    await button('Play through time').waitFor()
    const heights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('button, .mantine-SegmentedControl-label')]
          .map((element) => [element.textContent, element.getBoundingClientRect().height] as const)
          .filter(([, height]) => height > 4 && height < 40),
      )
    await expect.poll(heights).toEqual([])
  })

  it('a phone on its side has all its buttons in the window, and the shown maps folded', async () => {
    await open({ maps: ids.large, mapId: ids.small }, { width: 844, height: 390, touch: true })
    const window = { right: 844, bottom: 390 }
    for (const name of [
      'Search places',
      'Zoom in',
      'Filter by a box',
      'Measure',
      'Copy link to this view',
      '2 maps shown',
    ]) {
      const box = (await button(name).boundingBox())!
      expect(box.x + box.width, name).toBeLessThanOrEqual(window.right)
      expect(box.y + box.height, name).toBeLessThanOrEqual(window.bottom)
    }
    await expect.poll(() => button('2 maps shown').getAttribute('aria-expanded')).toBe('false')
    await button('Filter by time').tap()
    await button('Close the timeline').waitFor()
    for (const name of ['Search places', 'Copy link to this view', '2 maps shown', 'Hide the list of maps'])
      await button(name).click({ trial: true })
    const tools = (await page.getByRole('group', { name: 'Map tools' }).boundingBox())!
    const panel = (await page.getByRole('region', { name: 'Shown maps' }).boundingBox())!
    expect(panel.x).toBeGreaterThanOrEqual(tools.x + tools.width)
  })

  // The longer words need more room.
  it.each(process.env.LONG ? (['lt', 'en'] as const) : (['lt'] as const))(
    'a phone on its side folds the shown maps as something else opens, and has their rows again: %s',
    async (language) => {
      await open({ maps: ids.large, mapId: ids.small }, { width: 844, height: 390, touch: true, language })
      const fold = page.locator('[data-focus=shown]')
      const tool = (name: string) => page.locator(`[data-focus=${name}]`).tap()
      const expanded = () => fold.getAttribute('aria-expanded')
      const isFolded = async () => {
        await expect.poll(expanded).toBe('false')
      }
      /** What of the rows is seen at once, and that the last one can be reached. */
      const hasRows = async () => {
        await expect.poll(expanded).toBe('true')
        const rows = page.locator('[data-map]')
        await expect.poll(() => rows.count()).toBe(2)
        const area = (await rows.first().locator('xpath=../..').boundingBox())!
        expect(area.height).toBeGreaterThanOrEqual(44)
        for (const row of await rows.all()) await row.getByRole('button').last().tap({ trial: true })
      }
      for (const isListOpen of [true, false]) {
        if (!isListOpen) await page.locator('[aria-expanded=true][aria-controls]').first().tap()
        await fold.tap()
        await hasRows()
        await tool('time')
        await isFolded()
        await fold.tap()
        await hasRows()
        await tool('measure')
        await isFolded()
        for (let point = 0; point < 3; point++) await tool('cross')
        const bar = page.locator('[data-focus=cross]').locator('..').getByRole('button')
        await expect.poll(() => bar.count()).toBe(3)
        for (const each of await bar.all()) await each.tap({ trial: true })
        await fold.tap()
        await hasRows()
        await fold.tap()
        await bar.last().tap()
        await tool('box')
        await isFolded()
        await tool('time')
        await tool('box')
      }
    },
  )

  it('what is offered while one types lies above the buttons of the sheet, and not over them', async () => {
    await open({}, { width: 390, height: 844, touch: true })
    await button('Search').tap()
    const sheet = page.getByRole('dialog', { name: 'Search' })
    await sheet.getByRole('combobox').fill('map')
    const offered = sheet.getByRole('listbox')
    await offered.getByRole('option').first().waitFor()
    const [list, show] = [
      await offered.boundingBox(),
      await sheet.getByRole('button', { name: 'Show maps' }).boundingBox(),
    ]
    expect(list!.y + list!.height).toBeLessThanOrEqual(show!.y)
  })
})

describe('measuring by keys', () => {
  it('sets points at the cross by Enter, takes the last one back by Backspace, and stops by Escape', async () => {
    await open()
    const status = page.getByRole('status').filter({ hasText: /point|km/ })
    await pane(page).press('m')
    await status.getByText(/Enter sets a point/).waitFor()
    await page.keyboard.press('Enter')
    await status.getByText('1 point').waitFor()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    // Three presses of 80 px.
    const [x, y] = CAMERA.centre
    const km = lineMetres([CAMERA.centre, [x + 3 * 80 * 25, y]]) / 1000
    await expect.poll(async () => Math.abs(parseFloat(await status.innerText()) - km)).toBeLessThan(0.1)
    await expect.poll(() => status.innerText()).toContain('2 points')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await status.getByText(/Area/).waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await status.getByText('1 point').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await status.getByText('Press points on the map').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await status.waitFor({ state: 'detached' })
  })

  it('stops by Escape on its button and in its bar, and leaves the focus on its button', async () => {
    await open()
    const bar = page.getByRole('status').getByText('Press points on the map')
    await button('Measure').press('Enter')
    await bar.waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Measure')
    await page.keyboard.press('Enter')
    await button('Point at the crosshair').press('Enter')
    await page.keyboard.press('Enter')
    await button('Undo point').press('Enter')
    await button('Undo point').press('Enter')
    await expect.poll(focused).toBe('Point at the crosshair')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Measure')
    const ended = page.getByRole('status').getByText('Measuring ended')
    await ended.waitFor({ state: 'attached' })
    await button('Measure').press('Enter')
    await button('Stop measuring').press('Enter')
    await expect.poll(focused).toBe('Measure')
  })
})
