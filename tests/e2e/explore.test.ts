import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { switchPublic } from '../../contract/api/maps.ts'
import { callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { addConverted } from '../support/map-templates.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { factsOf } from '../flat/facts-of.ts'
import { addMap } from './editor-stage.ts'

const PHONE = { width: 390, height: 844, touch: true } as const

let server: SharedServer
let browser: Browser
let owner: Awaited<ReturnType<typeof newUser>>
let ids: { readonly plan: string; readonly older: string; readonly far: string; readonly secret: string }
let opened: TestPage | undefined
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  ;[browser, owner] = await Promise.all([openBrowser(), newUser(server.url, 'Ona')])
  const scan = await drawnScan(800, 600)
  const { imagePoints, mapPoints } = exactPoints()
  const add = (title: string, year: number, eastMetres: number, scale = 1) => {
    const [originX, originY] = mapPoints[0]!
    const moved = mapPoints.map(([x, y]): [number, number] => [
      originX + (x - originX) * scale + eastMetres,
      originY + (y - originY) * scale,
    ])
    return addConverted(
      owner,
      scan,
      { title, isPublic: 'true', year: String(year), creator: 'J. Smith' },
      { imagePoints, mapPoints: moved },
    )
  }
  ids = {
    plan: await add('Plan of Kaunas', 1900, 0),
    older: await add('Older plan', 1820, 0, 0.5),
    far: await add('Far sheet', 1700, 400_000),
    secret: await addMap(owner, { title: 'Secret sheet', points: 5 }),
  }
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

/** Opens a page in a browser that has never signed in. */
async function open(path: string, options: OpenPageOptions = {}): Promise<void> {
  await opened?.close()
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  await page.goto(path)
}

const row = (name: string) => page.locator('#maps').getByRole('button', { name: new RegExp(`^${name}`) })
const rows = () => page.locator('#maps ul button strong').allInnerTexts()
const pane = () => page.getByRole('application')
/** The opacities of what is drawn, from bottom to top. */
const drawn = async () => (await factsOf(pane())).overlays?.map(({ opacity }) => opacity) ?? []
const search = (name: string) => new URL(page.url()).searchParams.get(name)
const copied = () => page.evaluate(() => navigator.clipboard.readText())
const letCopy = () => page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

describe('the public viewer, in a browser that has never signed in', () => {
  it('finds a map, lays it over today’s, and opens the same by its copied link', async () => {
    await open('/explore')
    await page.getByRole('heading', { level: 1, name: 'Old maps' }).waitFor()
    await expect
      .poll(async () => (await rows()).toSorted())
      .toEqual(['Far sheet', 'Older plan', 'Plan of Kaunas'])
    await expectAbsent(page.getByText('Secret sheet'))
    await page.getByRole('searchbox', { name: 'Place, title or maker' }).fill('kaunas')
    await page.keyboard.press('Enter')
    await expect.poll(rows).toEqual(['Plan of Kaunas'])
    expect(search('q')).toBe('kaunas')
    await row('Plan of Kaunas').click()
    await page.getByRole('link', { name: 'Plan of Kaunas' }).waitFor()
    await expect.poll(drawn).toEqual([1])
    await expect.poll(() => row('Plan of Kaunas').getAttribute('aria-pressed')).toBe('true')

    const opacity = page.getByRole('slider', { name: 'Opacity' })
    await opacity.focus()
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('ArrowLeft')
    await expect.poll(drawn).toEqual([0.6])
    await page.getByRole('button', { name: 'Compare by a line' }).click()
    await page.getByRole('slider', { name: 'Line between the maps' }).waitFor()
    await expect
      .poll(() => [search('mapId'), search('opacity'), search('compare')])
      .toEqual([ids.plan, '60', 'swipe'])
    await expect.poll(() => search('at')).toMatch(/^\d+\.\d+_\d/)

    await letCopy()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Link copied', { exact: true }).waitFor()
    const link = await copied()
    const at = search('at')
    await open(link)
    await page.getByRole('slider', { name: 'Line between the maps' }).waitFor()
    await expect.poll(drawn).toEqual([0.6])
    await expect.poll(rows).toEqual(['Plan of Kaunas'])
    await stays(page, () => search('at')).toBe(at)
    expect(opened!.takeErrors()).toEqual([])
  })

  it('takes a choice back and again by the browser’s own steps', async () => {
    await open(`/explore?mapId=${ids.plan}`)
    await expect.poll(drawn).toEqual([1])
    // What lies here comes before what lies elsewhere.
    await page.getByRole('heading', { name: 'In this part of the world' }).waitFor()
    await expect.poll(async () => (await rows()).at(-1)).toBe('Far sheet')
    await row('Far sheet').click()
    await page.getByRole('link', { name: 'Far sheet' }).waitFor()
    await expect.poll(drawn).toEqual([1])
    const far = search('at')
    await page.goBack()
    await page.getByRole('link', { name: 'Plan of Kaunas' }).waitFor()
    expect(search('mapId')).toBe(ids.plan)
    await page.goForward()
    await page.getByRole('link', { name: 'Far sheet' }).waitFor()
    await expect.poll(() => search('mapId')).toBe(ids.far)
    expect(far).not.toBe('')
    await page.getByRole('button', { name: 'Take off the map: Far sheet' }).click()
    await page.getByText('Choose a map, and it is laid over the modern one.').waitFor()
    await expect.poll(drawn).toEqual([])
  })

  it('lays the map that is pressed on the map itself', async () => {
    await open(`/explore?mapId=${ids.plan}`)
    await expect.poll(drawn).toEqual([1])
    await page.getByRole('button', { name: 'Take off the map: Plan of Kaunas' }).click()
    await expect.poll(drawn).toEqual([])
    const box = (await pane().boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.getByRole('link', { name: /^(Plan of Kaunas|Older plan)$/ }).waitFor()
    await expect.poll(drawn).toEqual([1])
  })

  it('narrows by years, and says what is wrong with them', async () => {
    await open('/explore?from=18th&to=1e9')
    await expect.poll(rows).toHaveLength(3)
    const [from, to] = [page.getByLabel('From year'), page.getByLabel('To year')]
    await expect.poll(() => from.inputValue()).toBe('')
    await from.fill('nineteen')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('alert').getByText('“From year” must be a whole number').waitFor()
    await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true')
    await from.fill('1850')
    await to.fill('1800')
    await to.press('Enter')
    await page.getByText('The first year is after the last one.').waitFor()
    await to.fill('1950')
    await to.press('Enter')
    await expect.poll(rows).toEqual(['Plan of Kaunas'])
    await expect.poll(() => [search('from'), search('to')]).toEqual(['1850', '1950'])
    await page.goBack()
    await expect.poll(rows).toHaveLength(3)
    await page.getByLabel('From year').fill('1950')
    await page.keyboard.press('Enter')
    await page.getByText('No maps match. Try fewer words or other years.').waitFor()
    await page.getByRole('button', { name: 'Show all maps' }).click()
    await expect.poll(rows).toHaveLength(3)
  })

  it('says which maps of a link are not public, and leads on to log in for them', async () => {
    await open(`/explore?maps=${ids.secret},no%2Fsuch:30&mapId=${ids.plan}&opacity=50`)
    await page.getByText(/^2 maps of this link are not public, or are gone/).waitFor()
    await expect.poll(drawn).toEqual([0.5])
    const toLogin = page.getByRole('region', { name: 'On the map' }).getByRole('link', { name: 'Log in' })
    const href = new URL((await toLogin.getAttribute('href'))!, server.url)
    expect(href.pathname).toBe('/login')
    const target = new URL(href.searchParams.get('redirect')!, server.url)
    expect([target.pathname, target.searchParams.get('mapId')]).toEqual(['/public-maps', ids.plan])
    expect(target.searchParams.get('maps')).toContain(ids.secret)
    await expectAbsent(page.getByText('Secret sheet'))
  })

  it('keeps apart what is not public and what could not be fetched, and asks again', async () => {
    opened = await openPage(browser, server.url, FLAT)
    page = opened.page
    await page.route('**/api/map/*/public', (route) => route.abort())
    await page.route('**/api/maps/explore**', (route) => route.abort())
    await page.goto(`/explore?mapId=${ids.plan}`)
    await page.getByText('A map could not be fetched.').waitFor()
    await page.getByText('The maps could not be fetched.').waitFor()
    await expectAbsent(page.getByText(/not public/))
    await page.unroute('**/api/map/*/public')
    await page.unroute('**/api/maps/explore**')
    await page.getByRole('region', { name: 'On the map' }).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(drawn).toEqual([1])
    await expect.poll(rows).toHaveLength(3)
    await page.route('**/api/maps/explore**', (route) => route.abort())
    await page.getByRole('searchbox').fill('older')
    await page.getByRole('searchbox').press('Enter')
    const again = page.locator('#maps').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute('**/api/maps/explore**')
    await again.click()
    await expect.poll(rows).toEqual(['Older plan'])
    // Without a connection it says so, and goes on by itself.
    await page.context().setOffline(true)
    await page.getByRole('searchbox').fill('far')
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await expect.poll(rows).toEqual(['Far sheet'])
  })

  it('is the same in Lithuanian, and the view stays when the language changes', async () => {
    await open(`/explore?mapId=${ids.plan}&opacity=50`, { language: 'lt' })
    await page.getByRole('heading', { level: 1, name: 'Seni žemėlapiai' }).waitFor()
    await expect.poll(drawn).toEqual([0.5])
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Old maps' }).waitFor()
    await expect.poll(() => page.title()).toBe('Old maps · Palimpsest')
    await stays(page, () => [search('mapId'), search('opacity')].join()).toBe(`${ids.plan},50`)
  })

  it('is what the landing page and the page of a map lead to', async () => {
    await open('/')
    await page.getByRole('link', { name: 'Look at maps' }).click()
    await page.getByRole('heading', { level: 1, name: 'Old maps' }).waitFor()
    await row('Plan of Kaunas').click()
    await page.getByRole('link', { name: 'Plan of Kaunas' }).click()
    await page.getByRole('heading', { level: 1, name: 'Plan of Kaunas' }).waitFor()
    await page.getByRole('link', { name: 'Other maps here' }).click()
    await page.waitForURL('**/explore?**')
    await expect
      .poll(async () => (await rows()).slice(0, 2).toSorted())
      .toEqual(['Older plan', 'Plan of Kaunas'])
    expect(search('mapId')).toBe(ids.plan)
  })

  it('leads who is signed in to the same view in the map viewer', async () => {
    opened = await openPage(browser, server.url, FLAT)
    page = opened.page
    await page.addInitScript((token) => localStorage.setItem('token', token), owner.token)
    await page.goto(`/explore?mapId=${ids.plan}&opacity=50`)
    await expect.poll(drawn).toEqual([0.5])
    await page.getByRole('link', { name: 'Open in the map viewer' }).click()
    await page.waitForURL('**/public-maps?**')
    await expect.poll(() => [search('mapId'), search('opacity')]).toEqual([ids.plan, '50'])
  })
})

describe('the public viewer on a phone', () => {
  it('has its list as a sheet below the map, and the opacity on the map', async () => {
    await open('/explore', PHONE)
    await row('Plan of Kaunas').tap()
    await page.getByRole('button', { name: 'List of maps', expanded: false }).waitFor()
    await expect.poll(drawn).toEqual([1])
    await page.locator('#maps').waitFor({ state: 'hidden' })
    const opacity = page.getByRole('slider', { name: 'Opacity' })
    const [map, slider] = [(await pane().boundingBox())!, (await opacity.boundingBox())!]
    expect(slider.y).toBeGreaterThan(map.y)
    expect(slider.y + slider.height).toBeLessThan(map.y + map.height)
    expect(map.height).toBeGreaterThan(400)
    await page.getByRole('button', { name: 'List of maps' }).tap()
    await row('Far sheet').tap()
    await page.getByRole('link', { name: 'Far sheet' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Plan of Kaunas' }).waitFor()
    // One finger moves the map: the page around has nothing to scroll.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    // Everything that is pressed is large enough for a finger.
    const small = await page.locator('main :is(button, a, input):visible').evaluateAll((all) =>
      all
        .filter((one) => !one.closest('.maplibregl-ctrl, [role=application]'))
        .filter((one) => one.getBoundingClientRect().height < 44 && one.matches('button, input'))
        .map((one) => one.outerHTML.slice(0, 80)),
    )
    expect(small).toEqual([])
  })

  it('hands the view on by the share sheet', async () => {
    opened = await openPage(browser, server.url, { ...FLAT, ...PHONE })
    page = opened.page
    await page.addInitScript(() => {
      const shared: unknown[] = []
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'share', {
        value: (data: unknown) => Promise.resolve(shared.push(data)),
      })
    })
    await page.goto(`/explore?mapId=${ids.plan}`)
    await expect.poll(drawn).toEqual([1])
    await expect.poll(() => search('at')).not.toBeNull()
    await page.getByRole('button', { name: 'Share', exact: true }).tap()
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
    await expect.poll(shared).toEqual([{ title: 'Plan of Kaunas', url: page.url() }])
  })
})

/** What the public viewer shows: its list, a comparison, nothing. In short form each look has one of them. */
describe.each([
  ['en', { width: 1280, height: 800 }, 'light', ['nothing']],
  ['lt', { width: 390, height: 844 }, 'dark', ['list']],
  ['en', { width: 320, height: 640 }, 'dark', ['comparison']],
  ['lt', { width: 844, height: 390 }, 'light', ['comparison']],
] as const)('the public viewer: %s, %o, %s', (language, size, theme, shown) => {
  it('has no fault that axe finds, and nothing too wide', async () => {
    const paths = {
      list: '/explore',
      comparison: `/explore?maps=${ids.older}&mapId=${ids.plan}&compare=swipe`,
      nothing: '/explore?q=nothing',
    }
    for (const path of process.env.LONG ? Object.values(paths) : shown.map((name) => paths[name])) {
      await open(path, { ...size, language, theme })
      await page.locator('[data-busy="false"]').waitFor()
      await page.locator('[aria-busy="false"]').first().waitFor({ state: 'attached' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
})

it('a map that becomes private is no longer there', async () => {
  const id = await addMap(owner, { title: 'Passing sheet', isPublic: true, points: 5 })
  await open(`/explore?mapId=${id}`)
  await expect.poll(drawn).toEqual([1])
  await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
  await page.reload()
  await page.getByText(/^1 map of this link is not public, or is gone/).waitFor()
  await expectAbsent(page.getByText('Passing sheet'))
})
