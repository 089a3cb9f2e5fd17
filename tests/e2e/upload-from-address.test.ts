/** A map is fetched from the address of an archive. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importIiif } from '../../contract/api/import-iiif.ts'
import { getMap, personalMaps } from '../../contract/api/maps.ts'
import { callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage } from '../support/browser.ts'
import { hostedImage, type IiifHost, lastPiece, manifest3, openIiifHost } from '../support/iiif-host.ts'
import { startServer, type TestServer } from '../support/server.ts'

const image = hostedImage(1_000, 800)
let server: TestServer
let browser: Browser
/** The host of an archive. */
let host: IiifHost

beforeAll(async () => {
  host = await openIiifHost(image)
  const env = { BASEMAPS: 'null', IIIF_HOSTS: host.host, IIIF_OWN_ADDRESSES: '127.0.0.1/32,::1/128' }
  server = await startServer({ client: FLAT.client, env })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  host?.close()
})

it('fetches a map from the address of an archive: what that says of it stands in the form, and it can be given up', async () => {
  host.answer('m3/manifest.json', (_, response) =>
    response.end(JSON.stringify(manifest3(host, ['v3-static', 'v3-level2'], image))),
  )
  host.holdPiecesAfter(3)
  const user = await newUser(server.url)
  const { page, close } = await openPage(browser, server.url, FLAT)
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto('/main?dialog=new')
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await dialog.getByText('From an address (IIIF)').click()
  const address = field('Address of a manifest or image service')
  await dialog.getByRole('button', { name: 'More about this map' }).click()
  await field('Author').fill('Somebody else')
  await press('Fetch map')
  await dialog.getByText('Look up an address first').waitFor()
  await address.fill('https://archive.example/manifest.json')
  await address.press('Enter')
  await dialog.getByText(/has not allowed fetching from archive\.example/).waitFor()
  await address.fill(host.url('m3/manifest.json'))
  await press('Look up')
  await dialog.getByText('Found: Kauno planas').waitFor()
  await expect.poll(() => field('Title').inputValue()).toBe('Kauno planas')
  await expect.poll(() => field('Author').inputValue()).toBe('Somebody else')
  await expect.poll(() => field('Rights and attribution').inputValue()).toBe('Senoji biblioteka & archyvas')
  await press('Fetch map')
  const choice = dialog.getByRole('combobox', { name: 'Image', exact: true })
  await expect.poll(() => choice.getAttribute('aria-invalid')).toBe('true')
  await choice.selectOption({ label: 'Lapas 1 · 1000 × 800 px' })
  await press('Fetch map')
  await dialog.getByText('The map is being fetched').waitFor()
  await page.waitForURL('**/map-editor**', { timeout: 120_000 })
  const id = new URL(page.url()).searchParams.get('mapId') ?? ''
  await page.getByText('It comes in pieces from its archive. You may leave; it goes on.').waitFor()
  const map = await callApi(user, getMap, { params: { id } })
  expect(map).toMatchObject({
    processing: { state: 'fetching' },
    creator: 'Somebody else',
    licence: 'CC-BY-SA-4.0',
  })
  await page.getByRole('button', { name: 'Stop fetching' }).click()
  await dialog.getByRole('button', { name: 'Stop fetching' }).click()
  await page.waitForURL('**/main**')
  expect((await callApi(user, personalMaps, {})).maps).toEqual([])

  // One that its archive refuses is tried again where that is told, and comes into the same map.
  host.holdPiecesAfter(undefined)
  host.answer(lastPiece(image), (_, response) => response.writeHead(410).end())
  const body = { url: host.url('v3-static'), fields: { title: 'Refused' } }
  const refused = (await callApi(user, importIiif, { body })).id
  await page.goto(`/map-editor?mapId=${refused}`)
  await page.getByText('The scan could not be fetched').waitFor({ timeout: 60_000 })
  const again = page.getByRole('button', { name: 'Try again' })
  host.answer(lastPiece(image))
  await again.press('Enter')
  await page.getByRole('toolbar').first().waitFor({ timeout: 120_000 })
  expect((await callApi(user, personalMaps, {})).maps.map(({ id: own }) => own)).toEqual([refused])
  await close()
})
