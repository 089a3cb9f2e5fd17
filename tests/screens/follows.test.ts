import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { follows } from '../../contract/api/follows.ts'
import { addMap } from '../e2e/editor-stage.ts'
import { callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage } from '../support/browser.ts'
import { runningServer } from '../support/server-database.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  // Its own: the first place is followed before the towns near it are known.
  server = await startServer({ env: { BASEMAPS: 'null' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Takes the towns of Lithuania far away, as a new instance knows none of them yet, or back. */
const swapHemispheres = () =>
  runningServer(server.url)!.pool.query(
    'update places set lat = -lat where lon between 22 and 28 and abs(lat) between 53 and 56.5',
  )

it('a place is followed from its box, a map and its uploader from the details, and all is ended in the settings', async () => {
  const [owner, fan] = [await newUser(server.url, 'Ona'), await newUser(server.url)]
  const id = await addMap(owner, { title: 'Plan of Kaunas', isPublic: true, points: 4 })
  await swapHemispheres()
  const { page, close } = await openPage(browser, server.url, {})
  await page.addInitScript((token) => localStorage.setItem('token', token), fan.token)
  await page.goto('/public-maps?tab=public&box=2800000,7290000,2810000,7300000')
  await page.getByRole('button', { name: 'Tell me about new maps here' }).click()
  await page.getByRole('button', { name: 'You are notified of new maps here', pressed: true }).waitFor()
  // The same after the page was loaded anew.
  await page.reload()
  await page.getByRole('button', { name: 'You are notified of new maps here', pressed: true }).waitFor()

  await page.goto(`/main?discussion=${id}`)
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Follow this map' }).click()
  await details.getByRole('button', { name: 'You follow this map', pressed: true }).waitFor()
  await details.getByRole('button', { name: `Follow ${owner.username}` }).click()
  await details.getByRole('button', { name: `You follow ${owner.username}`, pressed: true }).waitFor()
  expect(await callApi(fan, follows, {})).toMatchObject({
    maps: [{ id }],
    users: [{ username: owner.username }],
    places: [{ name: null }],
  })

  await page.goto('/settings/general')
  const section = page.locator('#follows')
  await section.getByRole('list', { name: 'Maps' }).getByText('Plan of Kaunas').waitFor()
  await section
    .getByRole('list', { name: 'Places' })
    .getByText('A place about 54.', { exact: false })
    .waitFor()
  // A place that was found by its name is followed as that, and one without is named by the town near it once towns
  // are known; both open on the map.
  await swapHemispheres()
  await page.goto('/search?q=Trakai')
  const found = page.getByRole('region', { name: 'Places' })
  const bell = found.getByRole('button', { name: /^Follow this place: Trakai/ }).first()
  await bell.click({ timeout: 60_000 })
  await found.getByRole('button', { name: /^You follow this place: Trakai/, pressed: true }).waitFor()
  await page.goto('/settings/general')
  const places = section.getByRole('list', { name: 'Places' })
  await places.getByText(/^A place near \p{L}+/u).waitFor()
  // Its link shows the place itself, not what was seen last.
  await places.getByRole('link', { name: /^Trakai/ }).click()
  await page.getByRole('button', { name: 'You are notified of new maps here', pressed: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toMatch(/^1[1-4][\d.]*_54\.6\d*_24\.9/)
  await page.goBack()
  await places.getByRole('button', { name: /^Unfollow Trakai/ }).click()
  await places.getByRole('link', { name: /^Trakai/ }).waitFor({ state: 'detached' })
  await expect
    .poll(() => places.getByRole('link', { name: /^A place near/ }).getAttribute('href'))
    .toContain('box=28')
  const { violations } = await new AxeBuilder({ page }).include('#follows').analyze()
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])
  await section.getByRole('button', { name: 'Unfollow Plan of Kaunas' }).click()
  await section.getByRole('list', { name: 'Maps' }).waitFor({ state: 'detached' })
  await section.getByRole('button', { name: `Unfollow ${owner.username}` }).click()
  await section.getByRole('button', { name: /^Unfollow A place/ }).click()
  await section.getByText('You follow nothing yet.', { exact: false }).waitFor()
  await close()
})
