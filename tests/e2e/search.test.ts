import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { geocode } from '../../contract/api/places.ts'
import { callApi } from '../support/api.ts'
import { FLAT, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { stays } from '../support/page-expect.ts'
import { addMaps, setViewerStage, type ViewerStage } from './viewer-stage.ts'

type User = Awaited<ReturnType<ViewerStage['newUser']>>

let stage: ViewerStage
let user: User
let other: User
let opened: TestPage
let page: Page
let ids: Record<string, string>

beforeAll(async () => {
  stage = await setViewerStage()
  user = await stage.newUser()
  other = await stage.newUser()
  const seeded = await addMaps(stage, other, [
    {
      title: 'Plan of Kaunas',
      year: 1850,
      attributes: { creator: 'Tomasz Makowski' },
      pointCount: 4,
      errorMetres: 120,
    },
    { title: 'Fort by the river', year: 1900, pointCount: 30, errorMetres: 3 },
    { title: 'Kaunas suburbs', corners: null, footprint: null },
    { title: 'Kaunas, a secret', isPublic: false },
    ...Array.from({ length: 70 }, (_, n) => ({ title: `Sheet ${n + 1}` })),
  ])
  ids = Object.fromEntries(seeded.map(({ title, id }) => [title, id]))
  // Fills the gazetteer.
  await callApi(user, geocode, { query: { q: 'Kaunas' } })
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

async function open(
  path: string,
  options: OpenPageOptions & { readonly isMoving?: boolean } = {},
): Promise<void> {
  opened = await openPage(stage.browser, stage.server.url, { ...FLAT, ...options })
  page = opened.page
  if (options.isMoving) await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  // Seeded maps have no files.
  await page.route('**/thumbnails/**', (route) => route.fulfill({ status: 200, body: '' }))
  await page.goto(path)
}
const titles = () => page.getByRole('article').getByRole('heading').allInnerTexts()
const asked = (name: string) => new URL(page.url()).searchParams.get(name)
const box = () => page.getByRole('combobox', { name: 'Search all maps' })
const count = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const faults = async () =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)

describe('the search over all maps', () => {
  it('offers maps, people and places while one types, and leads to the page with all that is found', async () => {
    await open('/catalogs')
    await box().waitFor()
    await page.getByRole('main').focus()
    await page.keyboard.press('/')
    await page.keyboard.type('kaun')
    const options = page.getByRole('option')
    await options.filter({ hasText: /^Kaunas, .*Lithuania$/ }).waitFor()
    await expect
      .poll(() => page.getByRole('group', { name: 'Maps' }).getByRole('option').allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Plan of Kaunas/), 'Kaunas suburbs']))
    await stays(page, async () => (await options.allInnerTexts()).join()).not.toContain('secret')
    await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    await expect.poll(() => chosen.count()).toBe(1)
    await expect.poll(() => box().getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=kaun')
    await expect.poll(titles).toEqual(['Kaunas suburbs', 'Plan of Kaunas'])
    await count('2 maps')
    // The page's own box, which the results follow letter by letter as one step.
    await box().fill('kaunas')
    await expect.poll(() => Promise.resolve(asked('q'))).toBe('kaunas')
    await page.getByRole('button', { name: /^Show Kaunas, .* on the map$/ }).waitFor()
    await expect.poll(titles).toEqual(['Kaunas suburbs', 'Plan of Kaunas'])
    await page.getByRole('combobox', { name: 'On the map' }).selectOption('Not transformed yet')
    await expect.poll(titles).toEqual(['Kaunas suburbs'])
    expect(asked('placed')).toBe('no')
    await page.goBack()
    await expect.poll(titles).toEqual(['Kaunas suburbs', 'Plan of Kaunas'])
    await page.goBack()
    await expect.poll(() => box().inputValue()).toBe('kaun')
    await box().fill('Makovski')
    await page.getByText('Nothing says exactly that; these come close.').waitFor()
    await expect.poll(titles).toEqual(['Plan of Kaunas'])
    await box().fill('xqxqxq')
    await page.getByRole('heading', { name: 'No map was found' }).waitFor()
    await page.getByRole('button', { name: 'Show all maps' }).click()
    await count('73 maps')
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Largest error')
    await expect
      .poll(async () => (await titles()).slice(0, 2))
      .toEqual(['Plan of Kaunas', 'Fort by the river'])
    await page.getByText('4 points · ± 120\u00a0m').waitFor()
    expect(await faults()).toEqual([])
    // The rest comes when one gets there. Only cards near the window exist, and maps without an error stand in any order.
    const met = new Set<string>()
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 500)
          for (const title of await titles()) met.add(title)
          return met.size
        },
        { timeout: 120_000 },
      )
      .toBe(73)
  })

  it('says that it failed and tries again; a place opens the map there', async () => {
    await open('/landing')
    await page.route('**/api/maps/find**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/search?q=kaunas')
    await page.getByRole('heading', { name: 'The maps could not be searched' }).waitFor()
    await page.unroute('**/api/maps/find**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(titles).toEqual(['Kaunas suburbs', 'Plan of Kaunas'])
    await page.getByRole('button', { name: /^Show Kaunas, .* on the map$/ }).click()
    await page.waitForURL(/\/public-maps\?at=13\.000_54\.9\d+_23\.[89]/)
  })

  it('opens over the head of a phone', async () => {
    await open('/undiscovered-maps', { width: 390, height: 844, touch: true })
    await page.getByRole('button', { name: 'Search all maps' }).click()
    await box().fill('fort')
    await page.getByRole('option', { name: /Fort by the river/ }).waitFor()
    await expect.poll(async () => (await box().boundingBox())!.width).toBeGreaterThan(280)
    await box().press('Enter')
    await expect.poll(titles).toEqual(['Fort by the river'])
    expect(await faults()).toEqual([])
  })
})

describe('the page of favourites', () => {
  it('shows the maps of all catalogs, lets one go with its way out, puts it back, and follows other devices', async () => {
    const keep = async (title: string, ...names: string[]) => {
      const { id } = await callApi(user, createCatalog, { body: { title } })
      for (const name of names)
        await callApi(user, batchFavorites, {
          params: { mapId: ids[name]! },
          body: { addCatalogs: [id], removeCatalogs: [] },
        })
      return id
    }
    const towns = await keep('Towns', 'Plan of Kaunas', 'Kaunas suburbs')
    await keep('Forts', 'Fort by the river', 'Plan of Kaunas')
    await open('/main', { isMoving: true })
    await page.getByRole('link', { name: 'Favourites' }).click()
    await expect.poll(titles).toEqual(['Plan of Kaunas', 'Fort by the river', 'Kaunas suburbs'])
    await count('3 maps')
    expect(await faults()).toEqual([])
    await page.getByRole('combobox', { name: 'Catalog' }).selectOption('Forts')
    await expect.poll(titles).toEqual(['Plan of Kaunas', 'Fort by the river'])
    await page.getByRole('combobox', { name: 'Catalog' }).selectOption('All catalogs')
    await count('3 maps')

    const card = page.getByRole('article', { name: 'Plan of Kaunas' })
    const left = await page.evaluateHandle(() => {
      const seen: string[] = []
      new MutationObserver((changes) => {
        for (const { target } of changes) seen.push((target as Element).getAttribute('data-leaving') ?? '')
      }).observe(document.body, { subtree: true, attributeFilter: ['data-leaving'] })
      return seen
    })
    await pressCardAction(card, 'Remove from favourites')
    await expect.poll(titles).toEqual(['Fort by the river', 'Kaunas suburbs'])
    expect(await left.jsonValue()).toContain('closing')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(titles).toEqual(['Plan of Kaunas', 'Fort by the river', 'Kaunas suburbs'])

    await callApi(user, batchFavorites, {
      params: { mapId: ids['Kaunas suburbs']! },
      body: { addCatalogs: [], removeCatalogs: [towns] },
    })
    await expect.poll(titles).toEqual(['Plan of Kaunas', 'Fort by the river'])

    // Stars and heart of a card.
    const fort = page.getByRole('article', { name: 'Fort by the river' })
    await fort.getByRole('button', { name: /^Rating of/ }).focus()
    await page.keyboard.press('4')
    await fort.getByText('Saved').waitFor()
    await fort.getByRole('button', { name: /Fort by the river/, pressed: true }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Forts' }).waitFor()
  })
})
