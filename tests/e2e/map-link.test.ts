import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareMap } from '../../contract/api/map-sharing.ts'
import { callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap } from './editor-stage.ts'
import { isDrawn } from './public-page-stage.ts'

let server: SharedServer
let browser: Browser
let owner: Awaited<ReturnType<typeof newUser>>
let opened: TestPage | undefined

beforeAll(async () => {
  server = await sharedServer('flat')
  ;[browser, owner] = await Promise.all([openBrowser(), newUser(server.url, 'Ona')])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

/** A page of a browser that has never signed in. */
async function open(path: string): Promise<Page> {
  opened = await openPage(browser, server.url, FLAT)
  await opened.page.goto(path)
  return opened.page
}

describe('the unlisted link of a private map, in a browser that has never signed in', () => {
  it('shows the map with its comparison, and its downloads open', async () => {
    const id = await addMap(owner, { title: 'Secret sheet', points: 5 })
    const { link } = await callApi(owner, shareMap, { params: { id }, body: { audience: 'link' } })
    const page = await open(link!.url)
    await page.getByRole('heading', { level: 1, name: 'Secret sheet' }).waitFor()
    await isDrawn(page)
    await page.getByRole('button', { name: 'Compare by a line', pressed: true }).waitFor()
    await expectAbsent(page.getByRole('alert'))
    const downloads = page.getByRole('heading', { name: 'Downloads' }).locator('..').getByRole('link')
    const addresses = await downloads.evaluateAll((links) =>
      links.map((one) => (one as HTMLAnchorElement).href),
    )
    expect(addresses.length).toBeGreaterThanOrEqual(3)
    for (const address of addresses) expect((await fetch(address)).status, address).toBe(200)
    // The link of the page is the one that is handed on, and no address that only public maps have.
    const field = page.getByRole('textbox', { name: 'Link to this page' })
    await expect.poll(() => field.inputValue()).toBe(server.url + link!.url)
    await page.getByRole('heading', { name: 'For GIS programs and other websites' }).click()
    await page.getByRole('heading', { name: 'Control points' }).waitFor()
    await expectAbsent(page.getByRole('heading', { name: 'Embed' }))
  })
})
