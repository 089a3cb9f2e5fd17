import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claimMap } from '../../contract/api/assignments.ts'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { followMap, followUser } from '../../contract/api/follows.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { deleteMap, switchPublic, updateMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, upload } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { addConverted } from '../support/map-templates.ts'
import { goTo } from '../support/in-app.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const LANGUAGES = ['en', 'lt'] as const
const WIDTHS = [360, 768, 1280]
const THEMES = ['light', 'dark'] as const
type Language = (typeof LANGUAGES)[number]
/** How a screen is looked at, at a width; without axe only whether it is wider than its window. */
interface Look {
  readonly theme: (typeof THEMES)[number]
  readonly isAxe: boolean
}

/**
 * Names and roles depend on the language, colours on the theme, both on what a width shows, the room on language and
 * width; what colours a theme has together is a matter of `src/ui/tokens.test.ts`. So in short form each screen is looked
 * at once, in one language and theme: of twelve screens each is at another crossing of language, theme and width. The room
 * is seen at every width. `LONG` sees everything in everything.
 */
class Turn {
  readonly #index: number
  constructor(index: number) {
    this.#index = index
  }
  isIn(language: Language): boolean {
    return Boolean(process.env.LONG) || LANGUAGES[this.#index % 2] === language
  }
  looksAt(width: number): readonly Look[] {
    if (process.env.LONG) return THEMES.map((theme) => ({ theme, isAxe: true }))
    return [{ theme: THEMES[(this.#index >> 1) % 2]!, isAxe: width === this.#width }]
  }
  /** Widths of a screen that is opened anew at each: that of its turn, and the one with the least room. */
  isOpenedAt(width: number): boolean {
    return Boolean(process.env.LONG) || width === this.#width || width === WIDTHS[0]
  }
  get #width(): number {
    return WIDTHS[this.#index % 3]!
  }
}

/** What axe finds, in the dialog alone where one is open. */
async function violationsOf(page: Page) {
  // No frame of another origin is on the page: axe need not open a second page to join what it found.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  // What lies behind a dialog is looked at without it.
  if (await dialog(page).first().isVisible()) axe.include('[role=dialog]')
  return (await axe.analyze()).violations
}

interface Screen {
  readonly path: string
  /** Without it the page stands as it was loaded. */
  readonly open?: (page: Page) => Promise<unknown>
  /** What `open` opened closes, or is another thing, at another width: it is opened anew at each. */
  readonly isOfWidth?: boolean
  /** It stands outside the product, or leads back into it: it is loaded anew. */
  readonly isLoaded?: boolean
  /** What was opened goes on on other pages: after it the page is loaded anew. */
  readonly goesOn?: boolean
}

const dialog = (page: Page) => page.getByRole('dialog')
const submit = (page: Page) => page.locator('button[type=submit]').first().click()
const card = (page: Page) => page.getByRole('article').first()

/** Presses an action of a map that has a picture. Before its card may stand what an upload that was broken off has left. */
async function act(page: Page, name: RegExp): Promise<void> {
  await pressCardAction(page.getByRole('article').filter({ hasText: 'Plan von Kowno' }).first(), name)
  await dialog(page).waitFor()
}

const SIGNED_OUT: Readonly<Record<string, Screen>> = {
  landing: { path: '/landing' },
  login: { path: '/login' },
  'login that is refused': {
    path: '/login',
    open: async (page) => {
      await page.locator('[name=email]').fill('nobody@example.com')
      await page.locator('[name=password]').fill('Wrong1')
      await submit(page)
      await page.getByRole('alert').waitFor()
    },
  },
  'login that is locked': {
    path: '/login',
    open: async (page) => {
      const limit = {
        hasLimit: true,
        isBlocked: true,
        minutesRemaining: 14,
        totalAttempts: 5,
        remainingAttempts: 0,
        nextAttemptAt: new Date().toISOString(),
      }
      await page.route('**/api/auth/check-limit', (route) => route.fulfill({ json: limit }))
      await page.reload()
      await page.getByRole('alert').waitFor()
      await page.unroute('**/api/auth/check-limit')
    },
    goesOn: true,
  },
  'registration with faults and a common password': {
    path: '/register',
    open: async (page) => {
      await page.locator('[name=password]').fill('Password1')
      await page.locator('[role=status] svg').waitFor()
      await submit(page)
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  'asking for a new password': { path: '/forgot' },
  'setting a new password': { path: '/reset?token=none' },
  'a link that is over': { path: '/reset' },
  'an error': { path: '/error', isLoaded: true },
  'the server away': {
    path: '/server-down',
    isLoaded: true,
    // The server of the test is there, and the screen would lead back to it.
    open: async (page) => {
      await page.route('**/api/health-check', (route) => route.abort())
      await page.reload()
      await page.getByText('The server does not answer').or(page.getByText('Serveris neatsako')).waitFor()
    },
  },
  'the line lost': {
    path: '/connection-status',
    isLoaded: true,
    open: async (page) => {
      await page.route('**/api/health-check', (route) => route.abort())
      await page.reload()
      await page.getByText('The connection is lost').or(page.getByText('Ryšys nutrūko')).waitFor()
    },
  },
  'no such page': { path: '/no-such-page', isLoaded: true },
}

const SIGNED_IN: Readonly<Record<string, Screen>> = {
  'personal maps': { path: '/main', open: (page) => card(page).waitFor() },
  'personal maps that none is among': { path: '/main?q=nothing+of+the+kind' },
  'the upload dialog with faults': {
    path: '/main?dialog=new',
    open: async (page) => {
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page).locator('[aria-invalid=true]').first().waitFor()
    },
  },
  'a quick view': {
    path: '/main',
    open: async (page) => {
      await act(page, /^(Quick view|Greita peržiūra)/)
      await page.locator('[data-ground][data-busy=false]').waitFor()
    },
    isOfWidth: true,
  },
  'an upload under way': {
    path: '/main?dialog=new',
    open: async (page) => {
      await page.route('**/api/maps/upload', () => undefined)
      const scan = { name: 'plan.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff]) }
      await dialog(page).locator('input[type=file]').setInputFiles(scan)
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page).getByRole('progressbar').waitFor({ state: 'attached' })
    },
    goesOn: true,
  },
  trash: { path: '/main?dialog=trash', open: (page) => dialog(page).waitFor() },
  'details of a map': {
    path: '/main',
    open: (page) => act(page, /^(View details|Išsamiau)/),
    isOfWidth: true,
  },
  'the catalogs of a map, with a fault': {
    path: '/main',
    open: async (page) => {
      await act(page, /^(Add to a catalog|Įtraukti į katalogą)/)
      await page.getByRole('button', { name: /^(Create|Sukurti)$/ }).click()
      await page.locator('[aria-invalid=true]').waitFor()
    },
    isOfWidth: true,
  },
  'editing the info of a map': {
    path: '/main',
    open: (page) => act(page, /^(Edit map info|Redaguoti žemėlapio informaciją)/),
    isOfWidth: true,
  },
  'deleting a map': {
    path: '/main',
    open: (page) => act(page, /^(Move to trash|Perkelti į šiukšlinę)$/),
    isOfWidth: true,
  },
  notifications: {
    path: '/main',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^(Notifications|Pranešimai)/ })
        .first()
        .click()
      await dialog(page).getByRole('listitem').first().waitFor()
    },
    isOfWidth: true,
  },
  'the navigator, without a position': {
    path: '/navigator',
    open: (page) => page.getByRole('alert').waitFor(),
  },
  'the navigator that measures': {
    path: '/navigator',
    open: async (page) => {
      await page.getByRole('button', { name: /^(Measure|Matuoti)$/ }).click()
      await page.getByRole('button', { name: /^(Compass|Kompasas)/ }).click()
    },
    goesOn: true,
  },
  'the panel of the navigator': {
    path: '/navigator',
    open: (page) => page.getByRole('button', { name: /^(Old map|Senasis žemėlapis)$/ }).click(),
  },
  'catalogs, one being renamed': {
    path: '/catalogs',
    open: async (page) => {
      await pressCardAction(card(page), /^(Rename|Pervadinti)$/)
      await page.getByRole('textbox').fill('a/b')
      await page.keyboard.press('Enter')
      await page.locator('[aria-invalid=true]').waitFor()
    },
  },
  'the maps of a catalog': {
    path: '/catalogs',
    open: async (page) => {
      await card(page).getByRole('link').click()
      await dialog(page).getByRole('listitem').nth(1).waitFor()
    },
    isOfWidth: true,
  },
  'a search with its filters and what it found': {
    path: '/search?q=kowno&sort=error',
    open: (page) => card(page).waitFor(),
  },
  'undiscovered maps': { path: '/undiscovered-maps', open: (page) => card(page).waitFor() },
  'own assignments, none': { path: '/my-assignments' },
  'maps that others work on': { path: '/assigned-maps-to-others', open: (page) => card(page).waitFor() },
  'general settings, with what one follows': {
    path: '/settings/general',
    open: (page) => page.locator('#follows').getByRole('listitem').first().waitFor(),
  },
  'the guide': { path: '/help' },
  'team settings': { path: '/settings/team' },
  'billing settings': { path: '/settings/billing' },
  'limits in the settings': { path: '/settings/limits' },
}

let server: SharedServer
let browser: Browser
let token: string

/** An owner with a published map, one that a helper works on, one that is open, one in the trash. */
async function fill(): Promise<string> {
  const owner = await newUser(server.url, 'Žemė')
  const helper = await newUser(server.url, 'Helper')
  const scan = await drawnScan(400, 300)
  const add = async (title: string, isPublic: boolean) => {
    const id = await addConverted(owner, scan, {
      title,
      isPublic: String(isPublic),
      year: '1798',
      scale: '1:50000',
    })
    return id
  }
  const claimed = await add('Vilniaus gubernijos žemėlapis su nepaprastai ilgu pavadinimu', true)
  await callApi(helper, claimMap, { params: { id: claimed } })
  const published = await add('Plan von Kowno', false)
  const { imagePoints, mapPoints } = exactPoints(400, 300)
  await callApi(owner, transformMap, { params: { id: published }, body: { imagePoints, mapPoints } })
  const body = { title: 'Plan von Kowno', description: 'Nubraižyta iš natūros.', creator: 'J. Perthes' }
  await callApi(owner, updateMap, { params: { id: published }, body })
  const open = await addConverted(helper, scan, { title: 'Open', isPublic: 'true' })
  const { id: catalogId } = await callApi(owner, createCatalog, { body: { title: 'Žemėlapiai' } })
  const hidden = await upload(helper, scan, { title: 'Soon hidden', isPublic: 'true' })
  for (const mapId of [claimed, open, hidden])
    await callApi(owner, batchFavorites, { params: { mapId }, body: { addCatalogs: [catalogId] } })
  await callApi(helper, switchPublic, { params: { mapId: hidden }, body: { isPublic: false } })
  await callApi(owner, followMap, { params: { id: open } })
  await callApi(owner, followUser, { params: { id: helper.id } })
  const trashed = await add('Trashed', false)
  await callApi(owner, deleteMap, { params: { id: trashed } })
  return owner.token
}

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  token = await fill()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Two frames: the colours of the other theme are on the screen. */
const settle = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )

/** What axe finds on a screen, and whether it is wider than its window. */
async function faultsOf(
  { path, open, isOfWidth, isLoaded, goesOn }: Screen,
  page: Page,
  turn: Turn,
): Promise<string[]> {
  const found: string[] = []
  const load = async () => {
    await (isLoaded ? page.goto(path) : goTo(page, path))
    await page
      .locator(path.includes('dialog=') ? '[role=dialog]' : 'h1')
      .first()
      .waitFor()
    await open?.(page)
  }
  for (const width of WIDTHS) {
    if (isOfWidth && !turn.isOpenedAt(width)) continue
    await page.setViewportSize({ width, height: 800 })
    if (isOfWidth || width === WIDTHS[0]) {
      // What closes at another width takes its step of Back with it, which would break off the way to the next page.
      await settle(page)
      await load()
    }
    for (const { theme: colorScheme, isAxe } of turn.looksAt(width)) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
      await settle(page)
      const violations = isAxe ? await violationsOf(page) : []
      const look = `${width} px, ${colorScheme}`
      for (const { id, nodes } of violations)
        found.push(`${look}: ${id} at ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) found.push(`${look}: ${excess} px wider than the window`)
    }
  }
  if (goesOn) await page.goto('/error')
  return found
}

const screens = [
  ...Object.entries(SIGNED_OUT).map(([name, screen]) => ({ name, screen, isSignedIn: false })),
  ...Object.entries(SIGNED_IN).map(([name, screen]) => ({ name, screen, isSignedIn: true })),
].map((one, index) => ({ ...one, turn: new Turn(index) }))

describe.each(LANGUAGES)(
  'in %s no rule of axe is broken, at any width and in both themes, by',
  (language) => {
    // One page for all screens of a kind: the program is loaded and compiled once.
    let signedOut: TestPage
    let signedIn: TestPage
    beforeAll(async () => {
      signedOut = await openPage(browser, server.url, { language, drawsMaps: false })
      signedIn = await openPage(browser, server.url, { language, drawsMaps: false })
      await signedIn.page.addInitScript((stored) => localStorage.setItem('token', stored), token)
      for (const { page } of [signedOut, signedIn]) await page.goto('/error')
    })
    afterAll(async () => {
      await signedOut?.close()
      await signedIn?.close()
    })
    afterEach(async () => {
      for (const { page } of [signedOut, signedIn]) await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

    const own = screens.filter(({ turn }) => turn.isIn(language))
    it.each(own.map(({ name, ...rest }) => [name, rest] as const))(
      '%s',
      async (_name, { screen, isSignedIn, turn }) => {
        const { page } = isSignedIn ? signedIn : signedOut
        expect(await faultsOf(screen, page, turn)).toEqual([])
      },
    )
  },
)
