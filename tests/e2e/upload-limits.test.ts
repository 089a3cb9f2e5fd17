/** What the upload dialog says when the server takes no more of a user's scans for now. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personalMaps } from '../../contract/api/maps.ts'
import { callApi, newUser, upload } from '../support/api.ts'
import { openBrowser, openPage } from '../support/browser.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { tiffWithPoints } from '../support/tiff-with-points.ts'

let server: TestServer
let browser: Browser
let folder: string
/** One that is sent in one piece, and one that is sent in parts. */
let scans: string[]
beforeAll(async () => {
  // Nothing that waits is ever done.
  server = await startServer({ env: { BASEMAPS: 'null', JOBS_WAITING: '1', JOB_CONCURRENCY: '0' } })
  browser = await openBrowser()
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-upload-limits-'))
  scans = [join(folder, 'small.jpg'), join(folder, 'large.tif')]
  writeFileSync(scans[0]!, (await drawnScan(400, 300)).content)
  writeFileSync(scans[1]!, tiffWithPoints(9_000, 6_000).content)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

it.each([
  { language: 'en', button: 'Upload map', text: 'Too many scans of yours wait to be prepared: 1 at once.' },
  { language: 'lt', button: 'Įkelti žemėlapį', text: 'Per daug jūsų skenų laukia paruošimo: vienu metu' },
] as const)(
  'says in the dialog that too many scans wait, however large the one that is sent: $language',
  async ({ language, button, text }) => {
    const user = await newUser(server.url)
    await upload(user, await drawnScan(400, 300))
    const { page, close } = await openPage(browser, server.url, { language })
    await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
    await page.goto('/main?dialog=new')
    const dialog = page.getByRole('dialog')
    for (const scan of scans) {
      await dialog.locator('input[type=file]').setInputFiles(scan)
      await dialog.getByRole('button', { name: button, exact: true }).click()
      // The form is there again with what was filled in, and the reason below it.
      await dialog.getByRole('alert').getByText(text).waitFor()
    }
    expect((await callApi(user, personalMaps, {})).maps).toHaveLength(1)
    await close()
  },
)

it('tells of a full month with the limit and the next free day, however large the scan', async () => {
  const limited = await startServer({ env: { BASEMAPS: 'null', MAPS_PER_MONTH: '1' } })
  const user = await newUser(limited.url)
  await upload(user, await drawnScan(400, 300))
  const { page, close } = await openPage(browser, limited.url, {})
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto('/main?dialog=new')
  const dialog = page.getByRole('dialog')
  for (const scan of scans) {
    await dialog.locator('input[type=file]').setInputFiles(scan, { timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Upload map', exact: true }).click()
    await dialog
      .getByText(/Your plan allows 1 map per month\. You can upload again on \w+ \d+, \d{4}\./)
      .waitFor()
  }
  await close()
  await limited.stop()
})
