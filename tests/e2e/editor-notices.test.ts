import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteMap } from '../../contract/api/maps.ts'
import { callApi } from '../support/api.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, pointsFile, setKeptEditorStage, untilDrawn } from './editor-stage.ts'
import { importPoints, pointCount, pressAt, viewOf } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setKeptEditorStage()
})
afterAll(() => stage?.end())

describe('a map deleted elsewhere', () => {
  it('is told to be in the trash, can be restored, and keeps its draft', async () => {
    const { user, mapId, page, opened } = await openOwnMap(stage, { points: 4 })
    await page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(page, 5).waitFor()
    await callApi(user, deleteMap, { params: { id: mapId } })
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    const banner = page.getByRole('status').filter({ hasText: 'This map is in the trash' })
    await banner.waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Add point' }).getAttribute('aria-disabled'))
      .toBe('true')
    const transform = page.getByRole('button', { name: 'Transform', exact: true })
    await expect.poll(() => transform.getAttribute('aria-disabled')).toBe('true')
    await pointCount(page, 5).waitFor()
    await banner.getByRole('button', { name: 'Download points' }).click()
    await page.getByRole('dialog', { name: /Export/ }).waitFor()
    await page.keyboard.press('Escape')
    await banner.getByRole('button', { name: 'Restore the map' }).click()
    await banner.waitFor({ state: 'detached' })
    await expect.poll(() => transform.getAttribute('aria-disabled')).toBe(null)
    await pointCount(page, 5).waitFor()
    await opened.close()
  })

  it('is told with the next point where no live updates come, in a window that was in sight all the while', async () => {
    // Asked for and never answered.
    const prepare = (page: Page) => page.route('**/api/notifications/stream*', () => undefined)
    const { user, mapId, page, opened } = await openOwnMap(stage, { points: 4 }, { prepare })
    await callApi(user, deleteMap, { params: { id: mapId } })
    await page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(page, 5).waitFor()
    await page.getByRole('status').filter({ hasText: 'This map is in the trash' }).waitFor()
    await pointCount(page, 5).waitFor()
    await opened.close()
  })
})

describe('opening the editor while calls are cut off', () => {
  it('tells the error and keeps telling it while it is tried again, until it opens', async () => {
    const { mapId, page, opened } = await openOwnMap(stage)
    for (const path of [`**/api/map/${mapId}`, '**/api/config']) {
      await page.route(path, (route) => route.abort('failed'))
      await page.reload()
      const retry = page.getByRole('alert').getByRole('button', { name: /^(Try again|Trying…)$/ })
      await retry.waitFor({ timeout: 20_000 })
      // The server answers other calls: what is said there must not take the error away.
      await page.getByText('The connection is back').first().waitFor({ timeout: 20_000 })
      await stays(page, () => retry.count()).toBe(1)
      await page.unroute(path)
      // It may have been tried again by itself already.
      await retry.click({ timeout: 5_000 }).catch(() => undefined)
      await untilDrawn(page)
    }
    await opened.close()
  })
})

describe('a transform that cannot be made', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage)
  })
  afterAll(() => shown?.opened.close())

  it.each([
    [
      'all points at one place',
      [
        [200, 200],
        [200, 200],
        [200, 200],
      ],
      'Duplicate control points detected',
    ],
    [
      'all points on one line',
      [
        [100, 100],
        [200, 200],
        [300, 300],
      ],
      'Collinear control points',
    ],
    [
      'too few points',
      [
        [100, 100],
        [300, 200],
      ],
      'Insufficient control points',
    ],
  ] as const)('says why at the button: %s', async (_, pixels, text) => {
    const { page } = shown
    await importPoints(page, 'points.points', pointsFile(pixels), pixels.length)
    const button = page.getByRole('button', { name: 'Transform', exact: true })
    await button.click()
    const alert = page.getByRole('alert').filter({ hasText: text })
    await alert.waitFor()
    // It finds its place a moment after it stands.
    await expect
      .poll(async () => {
        const [at, told] = [(await button.boundingBox())!, (await alert.boundingBox())!]
        const middles = told.x + told.width / 2 - (at.x + at.width / 2)
        return [told.y - (at.y + at.height) < 40, Math.abs(middles) < 260]
      })
      .toEqual([true, true])
    await page.keyboard.press('Escape')
    await button.focus()
    await page.keyboard.press('Enter')
    await alert.waitFor()
  })
})

describe('the editor', () => {
  it('is left for the maps without an error', async () => {
    const { page, opened } = await openOwnMap(stage)
    opened.takeErrors()
    await page.getByRole('link', { name: 'Maps', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'My maps' }).waitFor()
    await page.getByRole('link', { name: 'New map' }).waitFor()
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('closes its introduction on Escape, and the keyboard goes on in the scan, where it told of keys', async () => {
    const { page, opened } = await openOwnMap(stage, {}, { tutorial: true })
    const card = page.getByRole('region', { name: 'Introduction' })
    await card.waitFor()
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Scan')
    await page.keyboard.press('x')
    await expect.poll(focused).toBe('Base map')
    await opened.close()
  })

  it('closes by Escape alone: a pair that is half placed waits for the next', async () => {
    const { page, opened } = await openOwnMap(stage, {}, { tutorial: true })
    const card = page.getByRole('region', { name: 'Introduction' })
    await card.waitFor()
    const view = await viewOf(page, 'Scan')
    await pressAt(page, view.toScreen([200, 200]))
    await card.getByText('Step 2 of 4').waitFor()
    const hint = page.getByText('Now click the same place on the map')
    // The introduction says it.
    await expectAbsent(hint)
    await card.getByRole('button', { name: 'Skip' }).focus()
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await hint.waitFor()
    await stays(page, () => hint.count()).toBe(1)
    await page.keyboard.press('Escape')
    await hint.waitFor({ state: 'detached' })
    await opened.close()
  })
})
