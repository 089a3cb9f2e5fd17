import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { callApi } from '../support/api.ts'
import { serverClock } from '../support/clocked-server.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type EditorStage, type OpenEditorOptions, openOwnMap, setEditorStage } from './editor-stage.ts'
import { paneOf, pointCount, transform, untilCalm, viewOf } from './main-job-editor.ts'

const HALF_HOUR = 1_800_000
const clock = serverClock()
let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage(clock.env)
})
afterAll(async () => {
  await stage?.end()
  clock.remove()
})

/** A private map with unpublished work: a sixth point, chosen in the table, on a scan that is zoomed in. */
async function openWork(options: OpenEditorOptions = {}) {
  const work = await openOwnMap(stage, { points: 5 }, options)
  const { page } = work
  const zoomIn = paneOf(page, 'Scan').getByRole('button', { name: 'Zoom in' })
  await zoomIn.click()
  await zoomIn.click()
  await page.getByRole('button', { name: 'Add point' }).click()
  await pointCount(page, 6).waitFor()
  await page.getByText('Saved, not transformed').waitFor()
  return { ...work, view: await scanView(page) }
}

async function scanView(page: Page) {
  await untilCalm(page, 'Scan')
  const view = await viewOf(page, 'Scan')
  return { unitsPerPx: view.unitsPerPx, corner: view.toScreen([0, 0]) }
}

/** The points, the view and undo are as they were, and nothing is offered that is on the screen. */
async function expectWork(page: Page, { view }: Awaited<ReturnType<typeof openWork>>) {
  await pointCount(page, 6).waitFor()
  await expectAbsent(page.getByRole('button', { name: 'Restore the draft' }))
  const now = await scanView(page)
  expect(now.unitsPerPx).toBeCloseTo(view.unitsPerPx, 3)
  expect(now.corner[0]).toBeCloseTo(view.corner[0], 0)
  expect(now.corner[1]).toBeCloseTo(view.corner[1], 0)
  // A notice may offer to undo something else.
  await page.locator('[aria-keyshortcuts="Ctrl+Z"]').click()
  await pointCount(page, 5).waitFor()
}

/** The next record that the page is answered with. */
const nextRecord = (page: Page, mapId: string) =>
  page.waitForResponse((response) => response.url().endsWith(`/api/map/${mapId}`) && response.ok())

describe('a private map in the editor', () => {
  it('keeps undo, view and points when its files are signed anew and the record is refreshed', async () => {
    const work = await openWork()
    const { user, page, mapId, opened } = work
    const pathNow = async () =>
      (await callApi(user, getMap, { params: { id: mapId } })).files.convertedFilePath
    const before = await pathNow()
    clock.moveOn(HALF_HOUR)
    expect(await pathNow()).not.toBe(before)
    const refreshed = nextRecord(page, mapId)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Make public' }).click()
    await refreshed
    await expectWork(page, work)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('keeps them when it is transformed past the half hour', async () => {
    const work = await openWork()
    clock.moveOn(HALF_HOUR)
    await transform(work.page, 2)
    await expectWork(work.page, work)
    expect(work.opened.takeErrors()).toEqual([])
    await work.opened.close()
  })

  it('keeps them when the connection was lost for two and a half minutes', async () => {
    const work = await openWork({ prepare: (page) => page.clock.install() })
    const { page, mapId, opened } = work
    const context = page.context()
    await context.setOffline(true)
    clock.moveOn(HALF_HOUR)
    await page.clock.fastForward(150_000)
    const refreshed = nextRecord(page, mapId)
    await context.setOffline(false)
    await refreshed
    await expectWork(page, work)
    await opened.close()
  })

  it('stays as it is when the connection is lost and a dialog cannot be loaded, which opens once the connection is back', async () => {
    const work = await openWork()
    const { page, opened } = work
    const openImport = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Import points' }).click()
    }
    await page.context().setOffline(true)
    await openImport()
    await page.getByText('This part could not be loaded').waitFor()
    await pointCount(page, 6).waitFor()
    await page.context().setOffline(false)
    await openImport()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectWork(page, work)
    await opened.close()
  })
})
