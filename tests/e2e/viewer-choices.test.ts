import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { findMaps } from '../../contract/api/find.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { callApi, type Caller } from '../support/api.ts'
import type { TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import {
  addMaps,
  openViewer,
  setViewerStage,
  type OpenViewerOptions,
  type ViewerStage,
} from './viewer-stage.ts'

/** Expects it within the time that a busy machine takes. */
function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 20_000 })
}

/** Where all maps are in view, and where none is. */
const AT_MAPS = '?at=9_54.85_24.05'
const PHONE = { width: 390, height: 844, touch: true } as const

let stage: ViewerStage
let owner: Awaited<ReturnType<ViewerStage['newUser']>>
let opened: TestPage
let page: Page

beforeAll(async () => {
  stage = await setViewerStage()
  owner = await stage.newUser()
  await addMaps(stage, owner, [
    { title: 'Plan of Kaunas', year: 1871 },
    { title: 'Vilna and its suburbs', year: 1808 },
    { title: 'Samogitia', ratingSum: 9, ratingCount: 2 },
    { title: 'Undated sketch' },
    { title: 'Kept to oneself', isPublic: false },
  ])
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

async function open(user: Caller, path = '', options: OpenViewerOptions = {}): Promise<void> {
  opened = await openViewer(stage, user, path, options)
  page = opened.page
}

const list = () => page.getByRole('grid', { name: 'Maps' })
const row = (title: string) => list().getByRole('row').filter({ hasText: title })
const tab = (name: string) => page.getByRole('group', { name: 'Whose maps' }).getByRole('button', { name })
const heart = (title: string) => row(title).getByRole('button', { name: `${title} among your favourites` })
const mapOf = async (user: Caller, title: string) => {
  const { items } = await callApi(user, findMaps, { query: { list: 'public', limit: '200' } })
  const found = items.find((map) => !('hidden' in map) && map.titles.title === title)
  if (!found || 'hidden' in found) throw new Error(`there is no public map “${title}”`)
  return found
}

describe('the sidebar of the map', () => {
  it('is 400 px wide: search, tabs, how many are in view, the list; a button takes it away and brings it back', async () => {
    await open(owner, AT_MAPS)
    const sidebar = page.getByRole('complementary', { name: 'Maps' })
    await sidebar.getByLabel('Words to look for').waitFor()
    await expect.poll(async () => (await sidebar.boundingBox())!.width).toBe(400)
    await expect
      .poll(() => page.getByRole('group', { name: 'Whose maps' }).getByRole('button').allInnerTexts())
      .toEqual(['My maps', 'Public maps', 'Favourites'])
    await eventually(() => sidebar.getByRole('status').first().innerText()).toBe('4 of 4 in view')
    await page.getByRole('button', { name: 'Hide the list of maps' }).click()
    await sidebar.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Show the list of maps' }).click()
    await row('Samogitia').waitFor()
  })

  it('asks for the list of each tab when that is chosen', async () => {
    await open(owner)
    const asked = (name: string) =>
      page.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url())
        return pathname.endsWith('/maps/find') && searchParams.get('list') === name
      })
    await row('Samogitia').waitFor()
    const personal = asked('personal')
    await tab('My maps').click()
    await personal
    await row('Kept to oneself').waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('personal')
    const favorite = asked('favorite')
    await tab('Favourites').click()
    await favorite
    await eventually(() => list().count()).toBe(0)
    const shown = asked('public')
    await tab('Public maps').click()
    await shown
    await row('Samogitia').waitFor()
    await expectAbsent(row('Kept to oneself'))
  })
})

describe('a rating by the mouse', () => {
  it('is one star of five under the pointer; it is saved and counted, confirmed for 2 s, and the stars go', async () => {
    const user = await stage.newUser()
    await open(user, AT_MAPS)
    const rating = () => row('Samogitia').getByRole('button', { name: /^Rating of Samogitia/ })
    await page.getByText('4 of 4 in view').waitFor()
    await rating().hover()
    const stars = row('Samogitia').getByRole('group', { name: 'Rate this map' })
    await eventually(() => stars.getByRole('button').count()).toBe(5)
    // Timed where it is shown: what is told of it here comes late on a busy machine.
    const confirmedMs = list().evaluate(
      (grid) =>
        new Promise<number>((resolve) => {
          let since: number | undefined
          const look = () => {
            const isShown = grid.textContent?.includes('Saved')
            if (isShown) since ??= performance.now()
            else if (since !== undefined) resolve(performance.now() - since)
          }
          new MutationObserver(look).observe(grid, { subtree: true, childList: true, characterData: true })
          look()
        }),
    )
    await stars.getByRole('button', { name: '3 stars of 5' }).click()
    await row('Samogitia').getByText('Saved').waitFor()
    await stars.waitFor({ state: 'detached' })
    // 9 stars of two before, and 3.
    await eventually(() => rating().getAttribute('aria-label')).toMatch(/average 4\.0 .*3 ratings.*3 \/ 5/)
    expect((await mapOf(user, 'Samogitia')).ratings).toEqual({ average: 4, count: 3, userRating: 3 })
    await row('Samogitia').getByText('Saved').waitFor({ state: 'detached' })
    expect(await confirmedMs).toBeGreaterThan(500)
    expect(opened.takeErrors()).toEqual([])
  })
})

describe('favourites of the list', () => {
  it('are chosen by catalog, and the heart pings for a second', async () => {
    const user = await stage.newUser()
    await callApi(user, createCatalog, { body: { title: 'For later' } })
    await open(user, '', { isMoving: true })
    const pings = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          document.addEventListener('animationstart', ({ target, animationName }) => {
            if (!animationName.includes('ping')) return
            const [ping] = (target as Element).getAnimations()
            resolve(Number(ping?.effect?.getTiming().duration))
          })
        }),
    )
    await heart('Plan of Kaunas').click()
    const dialog = page.getByRole('dialog')
    // One press is enough; the choice among all catalogs is offered.
    await dialog.getByRole('checkbox', { name: 'Favourites', checked: true }).waitFor()
    await eventually(async () => (await mapOf(user, 'Plan of Kaunas')).isFavorited).toBe(true)
    await dialog.getByRole('checkbox', { name: 'For later' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await pings).toBe(1_000)
    const isPinging = row('Plan of Kaunas').locator('[data-ping="true"]')
    await eventually(() => isPinging.count()).toBe(0)
    await eventually(() => heart('Plan of Kaunas').getAttribute('aria-pressed')).toBe('true')
    await eventually(async () => (await mapOf(user, 'Plan of Kaunas')).isFavorited).toBe(true)
  })

  it('slide aside, fade and close up within about a second once they are none any more', async () => {
    const user = await stage.newUser()
    const { id: catalogId } = await callApi(user, createCatalog, { body: { title: 'For later' } })
    for (const title of ['Plan of Kaunas', 'Samogitia'])
      await callApi(user, batchFavorites, {
        params: { mapId: (await mapOf(user, title)).id },
        body: { addCatalogs: [catalogId], removeCatalogs: [] },
      })
    await open(user, '?tab=favorite', { isMoving: true })
    await row('Samogitia').waitFor()
    await heart('Plan of Kaunas').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'For later' }).uncheck()
    const steps = row('Plan of Kaunas').evaluate(
      (element) =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = []
          const look = () => {
            const state = element.isConnected ? (element.getAttribute('data-leaving') ?? 'there') : 'gone'
            if (seen.at(-1) !== state) seen.push(state)
            if (state === 'gone') resolve(seen)
          }
          // Of each change, whether there is a frame that shows it or not.
          const options = { subtree: true, childList: true, attributeFilter: ['data-leaving'] }
          new MutationObserver(look).observe(document.body, options)
          look()
        }),
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    // Where the page is slow, the second half of the way may be over before it is drawn.
    expect((await steps).filter((step) => step !== 'closing')).toEqual(['there', 'aside', 'gone'])
    await eventually(() => list().getByRole('row').count()).toBe(1)
    await row('Samogitia').waitFor()
    // The last one goes: the focus is not lost with it, and no count is out of step.
    const counts = await page.evaluateHandle(() => {
      const seen: string[] = []
      const status = document.querySelector('aside [role=status]')!
      new MutationObserver(() => seen.push(status.textContent)).observe(status, {
        subtree: true,
        childList: true,
        characterData: true,
      })
      return seen
    })
    await heart('Samogitia').press('Enter')
    await dialog.getByRole('checkbox', { name: 'For later' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'No favourite maps yet' }).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Favourites')
    await eventually(async () => (await counts.jsonValue()).at(-1)).toBe('0 of 0 in view')
    expect((await counts.jsonValue()).filter((text) => /^[1-9].* of 0/.test(text))).toEqual([])
    expect(opened.takeErrors()).toEqual([])
  })
})

describe('the filters on a phone', () => {
  it('are taken away all at once', async () => {
    await open(owner, '?q=map&from=1800&to=1900&title=Plan', PHONE)
    const chips = page.getByRole('group', { name: 'Active filters' })
    await chips.getByText('1800–1900').waitFor()
    await chips.getByRole('button', { name: 'Clear all' }).tap()
    await chips.waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('grid', { name: 'Maps' }).getByRole('row').count()).toBe(4)
    expect([...new URL(page.url()).searchParams.keys()].filter((name) => name !== 'at')).toEqual([])
  })
})
