import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, type TestPage, UNDRAWN } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { APP_FLAGS, APP_ORIGIN, askedOfPhone, openApp, openByLink } from '../support/native-app.ts'
import { makeNativeProject, type NativeProject } from '../support/native-project.ts'
import { stays } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap } from './editor-stage.ts'
import { positionAt, untilDrawn } from './navigator-stage.ts'

/** The middle of the map that is published. */
const HERE = positionAt([400, 300])

describe('the app for phones', () => {
  let server: SharedServer
  let browser: Browser
  let project: NativeProject
  let pages: string
  let user: Awaited<ReturnType<typeof newUser>>
  let mapId: string
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([sharedServer(), openBrowser(APP_FLAGS)])
    user = await newUser(server.url, 'Walker')
    mapId = await addMap(user, { points: 5, isPublic: false })
    project = makeNativeProject('android')
    pages = join(project.folder, 'app/src/main/assets/public')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    project?.remove()
  })

  const address = (page: Page) => page.getByLabel('Address of the server')
  const choose = async (page: Page, text: string) => {
    await address(page).fill(text)
    await page.getByRole('button', { name: 'Use this server' }).click()
  }
  const signIn = async (page: Page) => {
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(`${APP_ORIGIN}/main`)
  }
  /** Begins as after installing it. */
  const openNew = async (options = {}): Promise<TestPage> => {
    const opened = await openApp(browser, pages, HERE, { ...UNDRAWN, ...options })
    await opened.page.goto('/')
    return opened
  }

  it('asks for a server, signs in to it, and shows a private map with where one stands', async () => {
    const opened = await openNew()
    const { page } = opened
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await choose(page, server.url)
    await page.waitForURL('**/login?redirect=*')
    await signIn(page)
    await page.getByRole('img').first().waitFor()
    const picture = page.locator(`img[src^="${server.url}/api/files/"]`).first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expect
      .poll(() => asked.some((url) => url.startsWith(`${server.url}/api/notifications/stream`)))
      .toBe(true)

    await openByLink(page, `palimpsest://${new URL(server.url).host}/navigator?mapId=${mapId}`)
    await untilDrawn(page)
    await page.locator('[data-location]').waitFor()
    await expect
      .poll(() => askedOfPhone(page))
      .toContainEqual(expect.objectContaining({ pluginId: 'Geolocation', methodName: 'watchPosition' }))
    expect(asked.filter((url) => url.startsWith(`${APP_ORIGIN}/api/`))).toEqual([])
    expect(asked.some((url) => /\/api\/files\/maps\/.*\.tif$/.test(url))).toBe(true)
    // Only what asked before anybody was signed in was refused.
    expect(opened.takeErrors().filter((text) => !text.startsWith('401 '))).toEqual([])
    await opened.close()
  })

  it('hands files and links on by the phone’s own ways, and keeps its screen lit', async () => {
    const { page, close } = await openNew({ width: 390, height: 844, touch: true })
    await choose(page, server.url)
    await signIn(page)
    await page.goto('/settings/general')
    await page.getByRole('button', { name: 'Download', exact: false }).click()
    await expect
      .poll(async () => (await askedOfPhone(page)).filter(({ pluginId }) => pluginId === 'Share'))
      .toEqual([
        expect.objectContaining({
          options: { title: 'palimpsest.json', files: ['file:///cache/given/palimpsest.json'] },
        }),
      ])
    await page.goto(`/public-maps?mapId=${mapId}`)
    await page.getByRole('button', { name: 'Share this view' }).click()
    await expect
      .poll(async () => (await askedOfPhone(page)).find(({ pluginId }) => pluginId === 'Share')?.options)
      .toEqual({ url: expect.stringContaining(`${server.url}/public-maps?`) })
    await page.goto('/navigator')
    await page.getByRole('button', { name: 'Track' }).click()
    await page.getByRole('button', { name: 'Record', exact: false }).click()
    await expect
      .poll(async () => (await askedOfPhone(page)).map(({ pluginId }) => pluginId))
      .toContain('KeepAwake')
    await close()
  })

  it('keeps the server, and signs out of it when another one is chosen', async () => {
    const { page, close } = await openNew()
    await choose(page, server.url)
    await signIn(page)
    await page.goto('/settings/general')
    const chosen = page.getByRole('region', { name: 'Server' })
    await expect.poll(() => chosen.textContent()).toContain(new URL(server.url).host)
    await chosen.getByRole('button', { name: 'Change server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change server' }).click()
    await address(page).waitFor()
    await stays(page, () => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await choose(page, server.url)
    await page.waitForURL('**/login?redirect=*')
    await close()
  })

  it('follows a link to another server only when told to', async () => {
    const { page, close } = await openNew()
    await choose(page, server.url)
    await signIn(page)
    await openByLink(page, 'https://other.example/public-maps?mapId=7')
    await page.getByText('This link leads to another server: other.example').waitFor()
    expect(page.url()).toBe(`${APP_ORIGIN}/main`)
    await page.getByRole('button', { name: 'Change server' }).click()
    await address(page).waitFor()
    await expect.poll(() => address(page).inputValue()).toBe('https://other.example')
    await close()
  })

  describe('says what is wrong with an address', () => {
    let others: Server[]
    let test: TestPage
    const serve = (headers: Record<string, string>) =>
      new Promise<Server>((resolve) => {
        const other = createServer((_request, response) => response.writeHead(200, headers).end('<p>Hello'))
        other.listen(0, '127.0.0.1', () => resolve(other))
      })
    const urlOf = (other: Server) => `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    beforeAll(async () => {
      others = await Promise.all([serve({}), serve({ 'access-control-allow-origin': '*' })])
      test = await openNew()
    })
    afterAll(async () => {
      await test?.close()
      for (const other of others ?? []) other.close()
    })

    it.each([
      ['nothing', () => '', 'Enter the address of a server.'],
      ['a slip', () => 'maps', 'This is not an address.'],
      ['an open line', () => 'http://maps.example.org', 'The connection must be encrypted'],
      ['nobody', async () => `http://127.0.0.1:${await freePort()}`, 'Nothing answers at http://127.0.0.1:'],
      ['a closed door', () => urlOf(others[0]!), 'it does not let the app in'],
      ['another program', () => urlOf(others[1]!), 'is not a Palimpsest server'],
    ])('%s', async (_what, typed, said) => {
      const { page } = test
      await choose(page, await typed())
      const alert = page.getByRole('alert')
      await expect.poll(() => alert.textContent()).toContain(said)
      // The field is where one goes on.
      await expect.poll(() => address(page).evaluate((field) => field === document.activeElement)).toBe(true)
      await expect.poll(() => address(page).getAttribute('aria-invalid')).toBe('true')
    })
  })

  it.each([
    ['light', 'en', 'Choose a server'],
    ['dark', 'lt', 'Pasirinkite serverį'],
  ] as const)(
    'asks for it on a phone in the %s theme, by keys and for screen readers (%s)',
    async (theme, language, title) => {
      const { page, close } = await openNew({ theme, language, width: 360, height: 640 })
      const heading = page.getByRole('heading', { name: title })
      await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      await page.keyboard.press('Tab')
      await page.keyboard.type(server.url)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/login?redirect=*')
      await close()
    },
  )
})
