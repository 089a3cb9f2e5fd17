import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { findMaps, type FoundMap } from '../../contract/api/find.ts'
import { callApi, type Caller } from '../support/api.ts'
import type { TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { settled } from '../support/settled.ts'
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

/** Where all maps are in view. */
const AT_MAPS = '?at=9/54.85/24.05'
const PHONE = { width: 390, height: 844, touch: true } as const

let stage: ViewerStage
let owner: Awaited<ReturnType<ViewerStage['newUser']>>
let opened: TestPage
let page: Page

const DRAWN: readonly StagedMap[] = [
  { title: 'Plan of Kaunas', year: 1871, attributes: { creator: 'Ona Žemaitė', scale: '1:25000' } },
  { title: 'Vilna and its suburbs', year: 1808, attributes: { creator: 'Jonas Petraitis' } },
  { title: 'Samogitia', period: [1750, 1770], ratingSum: 9, ratingCount: 2 },
  { title: 'Undated sketch' },
]

beforeAll(async () => {
  stage = await setViewerStage({ keepsPages: true })
  owner = await stage.newUser()
  await addMaps(stage, owner, DRAWN)
  await addMaps(
    stage,
    owner,
    Array.from({ length: 300 }, (_, at) => ({
      title: `Sheet ${String(at).padStart(3, '0')}`,
      isPublic: false,
      uploadDate: new Date(Date.UTC(2025, 0, 1) - at * 60_000),
    })),
  )
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

async function open(user: Caller, path = '', options: OpenViewerOptions = {}): Promise<void> {
  opened = await openViewer(stage, user, path, options)
  page = opened.page
}

const list = () => page.getByRole('grid', { name: 'Maps' })
const row = (title: string) => list().getByRole('row').filter({ hasText: title })
const select = (title: string) => row(title).getByRole('button', { name: title }).first()
const titles = () => list().getByRole('row').locator('p:first-child').allInnerTexts()
const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const mapOf = async (user: Caller, title: string, which: 'public' | 'favorite' = 'public') => {
  const { items } = await callApi(user, findMaps, { query: { list: which, limit: '200' } })
  return items.find((map: FoundMap) => !('hidden' in map) && map.titles.title === title) as
    | Exclude<FoundMap, { hidden: true }>
    | undefined
}
const isFocusIn = (area: Locator) => area.evaluate((element) => element.contains(document.activeElement))

describe('the list beside the map', () => {
  it('is searched by an attribute: words are added to the filters, a blank text is not', async () => {
    await open(owner)
    const add = page.getByRole('button', { name: 'Search', exact: true })
    const words = page.getByLabel('Words to look for')
    await expect.poll(() => add.isDisabled()).toBe(true)
    await words.fill('   ')
    await expect.poll(() => add.isDisabled()).toBe(true)
    const where = page.getByRole('combobox', { name: 'Where to look' })
    await expect
      .poll(() => where.locator('option').allInnerTexts())
      .toEqual([
        'Everywhere',
        'Title',
        'Modern title',
        'Alternative title',
        'Description',
        'Author',
        'Scale',
        'Year',
      ])
    await where.selectOption('Author')
    await words.fill(' zemaite ')
    await add.click()
    await eventually(titles).toEqual(['Plan of Kaunas'])
    expect(new URL(page.url()).searchParams.get('creator')).toBe('zemaite')
    await expect.poll(() => words.inputValue()).toBe('')
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
    await where.selectOption('Title')
    await words.fill('Vilna')
    await words.press('Enter')
    await page.getByRole('heading', { name: 'No maps found with filters' }).waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await eventually(async () => (await titles()).length).toBe(4)
  })

  it('is ordered by title, year or rating, as its address says', async () => {
    await open(owner)
    const order = page.getByRole('combobox', { name: 'Order' })
    await order.selectOption('Title')
    await eventually(titles).toEqual([
      'Plan of Kaunas',
      'Samogitia',
      'Undated sketch',
      'Vilna and its suburbs',
    ])
    await order.selectOption('Year')
    await eventually(titles).toEqual([
      'Samogitia',
      'Vilna and its suburbs',
      'Plan of Kaunas',
      'Undated sketch',
    ])
    await order.selectOption('Rating')
    await eventually(async () => (await titles())[0]).toBe('Samogitia')
    const asked = () => new URL(page.url()).searchParams.get('sort')
    expect(asked()).toBe('rating')
    await page.getByRole('status').getByText('Order: Rating').waitFor({ state: 'attached' })
    await page.goBack()
    await eventually(asked).toBe('year')
    await page.reload()
    await eventually(async () => (await titles()).at(-1)).toBe('Undated sketch')
    await expect.poll(() => order.inputValue()).toBe('year')
    await order.selectOption('Best in view')
    await eventually(asked).toBeNull()
  })

  it('has a line where the maps in view end, and keeps its order under the mouse and for maps that it opened', async () => {
    // One map lies elsewhere: the last row, beneath a line.
    const [far] = await addMaps(stage, owner, [
      { title: 'Far away', year: 1900, corners: [0, 0, 8_000, 8_000], footprint: null },
    ])
    try {
      await open(owner, '?at=8.000_54.8500000_24.0500000')
      const line = list().getByText('Elsewhere: 1')
      await line.waitFor()
      await expect.poll(async () => (await titles()).at(-1)).toBe('Far away')
      const described = await select('Far away').getAttribute('aria-describedby')
      await expect
        .poll(async () => described && (await page.locator(`[id="${described}"]`).innerText()))
        .toBe('Elsewhere: 1')
      await stays(page, () => select('Samogitia').getAttribute('aria-describedby')).toBeNull()
      const [above, below] = [await line.boundingBox(), await row('Far away').boundingBox()]
      expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
      const order = await titles()
      await select('Far away').click()
      await page.getByRole('button', { name: 'Order by what is in view now' }).waitFor()
      await stays(page, titles).toEqual(order)
      await page.getByRole('application').hover()
      // The camera is at rest after 400 ms, and the list would be asked for 200 ms later.
      await stays(page, titles, { timersMs: 600 }).toEqual(order)
      // The map is moved by hand: the list follows.
      await page.getByRole('button', { name: 'Zoom out' }).click()
      await eventually(async () => (await titles())[0]).toBe('Far away')
      // By keys it is asked for, and said.
      await select('Samogitia').click()
      const again = page.getByRole('button', { name: 'Order by what is in view now' })
      await again.press('Enter')
      await again.waitFor({ state: 'detached' })
      await page.getByText('List ordered by what is in view', { exact: true }).waitFor({ state: 'attached' })
      await eventually(async () => (await titles()).at(-1)).toBe('Far away')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('aside') !== null))
        .toBe(true)
    } finally {
      await stage.database.pool.query('delete from maps where id = $1', [far!.id])
    }
  })

  it('says that nothing says exactly what was looked for where only what comes close was found', async () => {
    await open(owner, '?q=Kuanas')
    await eventually(titles).toEqual(['Plan of Kaunas'])
    await page.getByRole('status').getByText('Nothing says exactly that; these come close.').waitFor()
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/near-1280.png` })
    await opened.close()
    await open(owner, '?q=Kaunas')
    await eventually(titles).toEqual(['Plan of Kaunas'])
    await expectAbsent(page.getByText('Nothing says exactly that'))
  })

  it('says for each empty list what is missing and what to do', async () => {
    const user = await stage.newUser()
    await open(user, '?tab=personal')
    await page.getByRole('heading', { name: 'You have no maps' }).waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: 'Upload map' }).getAttribute('href'))
      .toContain('/main')
    const { id } = await callApi(user, createCatalog, { body: { title: 'Empty' } })
    await page.goto(`/public-maps?catalogId=${id}`)
    await page.getByRole('heading', { name: 'No maps in catalog' }).waitFor()
    await page.getByRole('heading', { name: 'Catalog Empty' }).waitFor()
    await expectAbsent(page.getByRole('button', { name: 'My maps' }))
    await page.route('**/api/maps/find?*list=public*', (route) =>
      route.fulfill({ json: { items: [], total: 0, inView: 0, next: null } }),
    )
    await page.goto('/public-maps')
    await page.getByRole('heading', { name: 'There are no public maps' }).waitFor()
  })

  it('says when it could not be loaded, and tries again', async () => {
    let isBroken = true
    let refusedInView = 0
    await open(owner, AT_MAPS, {
      prepare: (opening) =>
        opening.route('**/api/maps/find?*', (route) => {
          if (!isBroken) return route.continue()
          // Asked anew as soon as the map tells what is in view.
          if (route.request().url().includes('view=')) refusedInView += 1
          return route.fulfill({ status: 500, json: {} })
        }),
    })
    await eventually(() => refusedInView).toBeGreaterThan(0)
    await settled(page)
    await page.getByRole('heading', { name: 'The maps could not be loaded' }).waitFor()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await row('Plan of Kaunas').waitFor()
    opened.takeErrors()
  })

  it('draws only rows in view of hundreds and asks for them by pages, one Tab stop, by arrows, pages and ends', async () => {
    await open(owner, '?tab=personal&title=Sheet')
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Title')
    await row('Sheet 000').waitFor()
    await expect.poll(() => list().getAttribute('aria-rowcount')).toBe('300')
    const drawn = () => list().getByRole('row').count()
    await expect.poll(drawn).toBeLessThan(40)
    await page.getByRole('combobox', { name: 'Order' }).focus()
    await page.keyboard.press('Tab')
    const steps: [string, string][] = [
      ['ArrowDown', 'Sheet 001'],
      ['ArrowDown', 'Sheet 002'],
      ['ArrowUp', 'Sheet 001'],
      ['Home', 'Sheet 000'],
      ['PageDown', 'Sheet 00'],
    ]
    for (const [key, title] of steps) {
      await page.keyboard.press(key)
      await expect.poll(focusedName).toContain(title)
    }
    await page.keyboard.press('ArrowRight')
    await expect.poll(focusedName).toContain('Rating of Sheet')
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocusIn(list())).toBe(false)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(focusedName).toContain('Rating of Sheet')
    // Each End leads to the last row that has come, and makes the next page come.
    await eventually(async () => {
      await page.keyboard.press('End')
      return focusedName()
    }).toContain('Sheet 299')
    await expect.poll(drawn).toBeLessThan(40)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await eventually(() => new URL(page.url()).searchParams.get('mapId')).not.toBeNull()
    await eventually(() => select('Sheet 299').getAttribute('aria-current')).toBe('true')
  })

  it('lights the outline of a row under the mouse, and opens the details of a map', async () => {
    await open(owner)
    await select('Samogitia').hover()
    await row('Samogitia').locator('[data-hovered=true]').waitFor()
    await row('Samogitia').getByRole('button', { name: 'Map info: Samogitia' }).click()
    const details = page.getByRole('dialog', { name: 'Map info' })
    await details.getByText('1750–1770').first().waitFor()
    await details.getByRole('button', { name: 'Load map' }).click()
    await details.waitFor({ state: 'hidden' })
    const map = await mapOf(owner, 'Samogitia')
    await eventually(() => new URL(page.url()).searchParams.get('mapId')).toBe(map!.id)
  })
})

describe('ratings in the list', () => {
  it('are given by keys, by a digit or by arrows and Enter', async () => {
    const user = await stage.newUser()
    await open(user)
    await select('Undated sketch').focus()
    await page.keyboard.press('ArrowRight')
    await eventually(focusedName).toContain('Rating of Undated sketch')
    await page.keyboard.press('4')
    await eventually(async () => (await mapOf(user, 'Undated sketch'))?.ratings.userRating).toBe(4)
    // The page hears of it a moment later than the server knows it.
    await eventually(focusedName).toMatch(/Rating of Undated sketch.*4/)
    await page.keyboard.press('Enter')
    await eventually(focusedName).toBe('4 stars of 5')
    await page.keyboard.press('ArrowRight')
    await eventually(focusedName).toBe('5 stars of 5')
    await page.keyboard.press('Enter')
    await eventually(async () => (await mapOf(user, 'Undated sketch'))?.ratings.userRating).toBe(5)
    await eventually(focusedName).toContain('Rating of Undated sketch')
  })
})

describe('the list on a phone', () => {
  it('is a column of 96 px: a press chooses, a held press opens the details, a scroll does neither', async () => {
    await open(await stage.newUser(), '', PHONE)
    const column = page.getByRole('complementary', { name: 'Maps' })
    const thumbnail = column.getByRole('button', { name: /^Vilna and its suburbs/ })
    await thumbnail.waitFor()
    await expect.poll(async () => (await column.boundingBox())!.width).toBe(96)
    // How many are in view, and each map's title beneath its picture.
    await column
      .getByRole('status')
      .getByText(/^\d of 4 in view$/)
      .waitFor()
    await thumbnail.getByText('Vilna and its suburbs').waitFor()
    for (const name of ['Filters', 'Search', 'Mine', 'Public'])
      await expect.poll(() => column.getByRole('button', { name, exact: true }).isVisible()).toBe(true)
    const { x, y, width, height } = (await thumbnail.boundingBox())!
    const [middle, below] = [
      [x + width / 2, y + height / 2],
      [x + width / 2, y + height / 2 + 30],
    ] as const
    const touch = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove', [x, y]: readonly [number, number]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    const lift = () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    // Sent at once: a finger that waits for slow frames would hold.
    await Promise.all([finger('touchStart', middle), finger('touchMove', below), lift()])
    expect(new URL(page.url()).searchParams.get('mapId')).toBeNull()
    await page.touchscreen.tap(...middle)
    await eventually(() => thumbnail.getAttribute('aria-current')).toBe('true')

    await finger('touchStart', middle)
    await finger('touchMove', [middle[0] + 4, middle[1] + 4])
    const details = page.getByRole('dialog', { name: 'Map info' })
    await details.waitFor()
    await lift()
    for (const text of ['Vilna and its suburbs', 'Rate this map', 'Uploaded'])
      await details.getByText(text).first().waitFor()
    // A star that is given moves nothing, and what stands below one another begins at one edge.
    const heart = details.getByRole('button', { name: 'Add to favourites' })
    const star = details.getByRole('button', { name: '4 stars of 5' })
    await star.scrollIntoViewIfNeeded()
    const place = await heart.boundingBox()
    await star.tap()
    await details.getByText('Saved').waitFor()
    await stays(page, () => heart.boundingBox()).toEqual(place)
    const lefts = ['Public page', 'History', 'Discuss this map'].map(
      async (name) =>
        (await details.getByRole('button', { name }).or(details.getByRole('link', { name })).boundingBox())!
          .x,
    )
    expect(new Set(await Promise.all(lefts)).size).toBe(1)
    await details.getByRole('button', { name: 'Close' }).last().click()
    await details.waitFor({ state: 'hidden' })
    await column.getByRole('button', { name: 'Map info: Samogitia' }).press('Enter')
    await details.getByText('1750–1770').first().waitFor()
  })

  it('is searched over the whole screen, everywhere and by attributes', async () => {
    await open(owner, '', PHONE)
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    const overlay = page.getByRole('dialog', { name: 'Filters' })
    await overlay.waitFor()
    await expect.poll(() => overlay.getByRole('textbox').count()).toBe(9)
    // No keyboard comes before a field is pressed.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
    // Years and place are narrowed here too; a year that is none is refused at its field.
    await overlay.getByRole('textbox', { name: 'From year' }).fill('old')
    await overlay.getByRole('button', { name: /^Show \d+ maps?$/ }).tap()
    await overlay.getByText('A year such as 1850').waitFor()
    await overlay.getByRole('textbox', { name: 'From year' }).fill('1600')
    await overlay.getByRole('checkbox', { name: 'Only where the map is now' }).check()
    await overlay.getByRole('checkbox', { name: 'Only where the map is now' }).uncheck()
    await overlay.getByRole('textbox', { name: 'From year' }).fill('')
    await overlay.getByRole('textbox', { name: 'Author' }).fill('Petraitis')
    // Words have a form of their own, and how many maps the filters leave is told before they are shown.
    await expectAbsent(overlay.getByRole('combobox', { name: 'Words to look for' }))
    await overlay.getByRole('button', { name: 'Show 1 map', exact: true }).tap()
    await overlay.waitFor({ state: 'hidden' })
    const column = page.getByRole('complementary', { name: 'Maps' })
    await eventually(() => column.getByRole('row').count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('creator')).toBe('Petraitis')
    await page.getByRole('button', { name: 'Search', exact: true }).tap()
    const search = page.getByRole('dialog', { name: 'Search' })
    // What is typed is suggested for; the first Escape takes the suggestions away and leaves the dialog.
    const words = search.getByRole('combobox', { name: 'Words to look for' })
    await words.waitFor()
    await expectAbsent(search.getByRole('textbox'))
    await words.fill('vilna')
    const suggested = search.getByRole('option', { name: /^Vilna and its suburbs/ })
    await suggested.waitFor()
    await words.press('Escape')
    await suggested.waitFor({ state: 'detached' })
    await words.fill('suburb')
    await suggested.tap()
    await search.waitFor({ state: 'hidden' })
    const vilna = await mapOf(owner, 'Vilna and its suburbs')
    await eventually(() => new URL(page.url()).searchParams.get('mapId')).toBe(vilna!.id)
    await page.getByRole('button', { name: 'Search', exact: true }).tap()
    await search.getByRole('button', { name: 'Clear all filters' }).tap()
    await words.fill('samogitia')
    await search.getByRole('button', { name: 'Show maps' }).tap()
    await eventually(() => new URL(page.url()).search).toContain('q=samogitia')
    await column.getByRole('button', { name: /^Samogitia/ }).waitFor()
  })
})
