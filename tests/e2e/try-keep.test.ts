/** A map of this device that goes into an account, and the work on it goes on there. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import { callApi } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { type EditorStage, SCAN, setEditorStage } from './editor-stage.ts'
import { pointCount } from './main-job-editor.ts'
import { openTry, placeFourPoints } from './try-stage.ts'

let stage: EditorStage
let scan: Buffer
beforeAll(async () => {
  stage = await setEditorStage()
  scan = (await drawnScan(SCAN.width, SCAN.height)).content
})
afterAll(() => stage?.end())

async function placeOnThisDevice(page: Page): Promise<void> {
  await page.goto('/try')
  await page
    .locator('input[type=file]')
    // A picture under the ending of another kind.
    .setInputFiles({ name: 'Plan_of_Kaunas.png', mimeType: 'image/png', buffer: scan })
  await placeFourPoints(page)
}

/** Waits until the map of the account stands in the editor with its points, and the server has them. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForURL(/\/map-editor\?mapId=/)
  const id = new URL(page.url()).searchParams.get('mapId') ?? ''
  await pointCount(page, 4).waitFor({ timeout: 60_000 })
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const { draft } = await callApi({ url: stage.server.url, token: token ?? '' }, getDraft, { params: { id } })
  expect(draft?.transformation.mapPoints).toHaveLength(4)
}

it('goes there by one press and an account, with its points, and the work goes on', async () => {
  const opened = await openTry(stage)
  const { page } = opened
  await placeOnThisDevice(page)
  await page.getByRole('link', { name: 'Keep it in my account' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('Ona')
  await page.getByRole('textbox', { name: 'Email' }).fill('ona@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Quiet7Lantern')
  await page.getByRole('button', { name: 'Create account' }).click()
  await untilKept(page)
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})
