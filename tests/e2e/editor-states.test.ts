import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, newUser } from '../support/api.ts'
import { openPage, FLAT } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { goTo } from '../support/in-app.ts'
import { addConverted } from '../support/map-templates.ts'
import { exactPoints } from '../support/scans.ts'
import { tiffWithPoints } from '../support/tiff-with-points.ts'
import { deleteMap, getMap } from '../../contract/api/maps.ts'
import {
  addMap,
  type EditorStage,
  openEditor,
  openOwnMap,
  publish,
  setKeptEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { bannerTone } from './banner-tone.ts'
import { pauseClock } from './page-clock.ts'
import { boxOf, pointCount, pressAt, transform, viewOf } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setKeptEditorStage({ TRANSFORMS_PER_HOUR: '2' })
})
afterAll(() => stage?.end())

describe('the limit of transforms', () => {
  it('is told with the minutes that are left, and blocks', async () => {
    const user = await newUser(stage.server.url)
    const mapId = await addMap(user)
    // Published for real: a map that is copied with its overlay has used up nothing.
    await publish(user, mapId, 4)
    const opened = await openEditor(stage, user, mapId)
    const { page } = opened
    await page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(page, 5).waitFor()
    const button = page.getByRole('button', { name: 'Transform', exact: true })
    await button.hover()
    await page.getByText('Remaining transforms: 1').waitFor()
    // Used up from elsewhere: the editor only hears of it when it asks.
    await publish(user, mapId, 3)
    await button.click()
    await page
      .getByText(/Transform limit reached\. Please try again in \d+ minutes?\./)
      .first()
      .waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await pointCount(page, 5).waitFor()
    await opened.close()
  })

  it('is told as well when the server refuses what it had just allowed', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 })
    await page.route('**/api/map/transform/**', (route) =>
      route.fulfill({
        status: 429,
        json: {
          error: 'Transform limit reached',
          message: 'Transform limit reached',
          messageKey: 'errors.transform.limitReached',
          minutesRemaining: 7,
          nextAttemptAt: new Date(Date.now() + 420_000).toISOString(),
        },
      }),
    )
    await page.getByRole('button', { name: 'Add point' }).click()
    await page.getByRole('button', { name: 'Transform', exact: true }).click()
    await page.getByText('Transform limit reached. Please try again in 7 minutes.').first().waitFor()
    await pointCount(page, 5).waitFor()
    await opened.close()
  })
})

it('keeps the place that a pair was begun with through a reload, unless it was given up', async () => {
  const { page, opened } = await openOwnMap(stage, { points: 4 })
  const hint = page.getByText('Now click the same place on the map')
  await pressAt(page, (await viewOf(page, 'Scan')).toScreen([210, 150]))
  await hint.waitFor()
  await page.reload()
  await untilDrawn(page)
  await hint.waitFor()
  const map = (await page.getByRole('application', { name: 'Base map' }).boundingBox())!
  await pressAt(page, [map.x + map.width * 0.4, map.y + map.height * 0.4])
  await pointCount(page, 5).waitFor()
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  await page.getByRole('cell', { name: /^(209|210|211)\.\d\d · (149|150|151)\.\d\d$/ }).waitFor()

  await pressAt(page, (await viewOf(page, 'Scan')).toScreen([300, 200]))
  await hint.waitFor()
  await page.keyboard.press('Escape')
  await hint.waitFor({ state: 'detached' })
  await page.reload()
  await untilDrawn(page)
  await pointCount(page, 5).waitFor()
  await expectAbsent(hint)
  await opened.close()
})

describe('what cannot be shown', () => {
  it('says why in the place of the editor, with a way out', async () => {
    const { user, mapId, page, opened } = await openOwnMap(stage)
    const back = page.getByRole('link', { name: 'To my maps' })
    await goTo(page, '/map-editor')
    await page.getByText('No map chosen').waitFor()
    await back.waitFor()
    await page.goto('/map-editor?mapId=no-such-map')
    await page.getByText('This map does not exist, or it is private').waitFor()
    await back.waitFor()
    // One's own may lie in the trash, and comes back from there.
    await callApi(user, deleteMap, { params: { id: mapId } })
    await page.goto(`/map-editor?mapId=${mapId}`)
    await page.getByText('is in the trash').waitFor()
    await page.getByRole('link', { name: 'To the trash' }).waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await untilDrawn(page)
    await page.route('**/converted*.tif*', (route) => route.abort('failed'))
    await page.goto(`/map-editor?mapId=${mapId}`)
    await page.getByText('Could not read map data').waitFor({ timeout: 30_000 })
    await page.unroute('**/converted*.tif*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await untilDrawn(page)
    await page.route(`**/api/map/${mapId}`, async (route) => {
      const record = await callApi(user, getMap, { params: { id: mapId } })
      await route.fulfill({ json: { ...record, files: { ...record.files, convertedFilePath: null } } })
    })
    await page.reload()
    await page.getByText('Map file data missing').waitFor()
    await page.unroute(`**/api/map/${mapId}`)
    await page.route(`**/api/map/${mapId}`, async (route) => {
      const record = await callApi(user, getMap, { params: { id: mapId } })
      const processing = { state: 'failed', percent: 0, error: null }
      await route.fulfill({
        json: { ...record, processing, files: { ...record.files, convertedFilePath: null } },
      })
    })
    await page.reload()
    await page.getByText('The scan could not be prepared').waitFor()
    await back.waitFor()
    await page.getByRole('link', { name: 'Upload another scan' }).click()
    await page.getByRole('dialog', { name: 'Upload new map' }).waitFor()
    await opened.close()
  })

  it('shows a stranger a finished map without letting them change it', async () => {
    const owner = await newUser(stage.server.url)
    const id = await addMap(owner, { isPublic: true, points: 4 })
    const { page, close } = await openEditor(stage, await newUser(stage.server.url), id)
    const banner = page.getByRole('status').filter({ hasText: "You don't have permission to edit this map" })
    await banner.waitFor()
    await expect.poll(() => bannerTone(banner)).toBe('amber')
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('button', { name: 'Add point' }).getAttribute('aria-disabled'))
      .toBe('true')
    await close()
  })
})

describe('the introduction', () => {
  it('leads a beginner through four steps, forth and back, and does not come again', async () => {
    const { page, opened, user, mapId } = await openOwnMap(stage, {}, { tutorial: true })
    const lithuanian = await openPage(stage.browser, stage.server.url, {
      ...FLAT,
      language: 'lt',
    })
    await lithuanian.page.addInitScript((token) => {
      localStorage.setItem('token', token)
      localStorage.setItem('mapEditorFirstWay', '"pairs"')
    }, user.token)
    await lithuanian.page.goto(`/map-editor?mapId=${mapId}`)
    const guide = lithuanian.page.getByRole('region', { name: 'Įvadas' })
    await guide.getByText('1 žingsnis iš 4').waitFor()
    await guide.getByText('Pažįstama vieta').waitFor()
    await lithuanian.close()
    const card = page.getByRole('region', { name: 'Introduction' })
    await card.getByText('Step 1 of 4').waitFor()
    await expect.poll(() => card.getByRole('button', { name: 'Back' }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Next' }).click()
    await card.getByText('Step 2 of 4').waitFor()
    await card.getByRole('button', { name: 'Back' }).click()
    await card.getByRole('button', { name: 'Next' }).focus()
    for (const step of [1, 2, 3, 4]) {
      await card.getByText(`Step ${step} of 4`).waitFor()
      await page.keyboard.press('Enter')
    }
    await card.waitFor({ state: 'detached' })
    await expectAbsent(page.getByRole('heading', { name: 'Getting started' }))
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('mapEditorTutorialCompleted')))
      .toBe('true')
    await page.reload()
    await untilDrawn(page)
    await expectAbsent(card)
    await opened.close()
  })

  it('leaves the maps alone where a double press closes it', async () => {
    const { page, opened } = await openOwnMap(
      stage,
      {},
      { tutorial: true, prepare: (opening) => opening.clock.install() },
    )
    const card = page.getByRole('region', { name: 'Introduction' })
    const [bubble, scan] = [(await card.boundingBox())!, await boxOf(page, 'Scan')]
    expect(bubble.x + bubble.width).toBeLessThanOrEqual(scan.x + scan.width)
    expect(bubble.y + bubble.height).toBeLessThan(scan.y + scan.height / 2 - 20)
    // However slowly the two presses come.
    await pauseClock(page)
    await card.getByRole('button', { name: 'Skip' }).dblclick()
    await page.clock.resume()
    await card.waitFor({ state: 'detached' })
    await expectAbsent(page.getByText('Now click the same place on the map'))
    await opened.close()
  })

  it('does not come to whom has more than one map', async () => {
    const user = await newUser(stage.server.url)
    await addMap(user)
    const { page, close } = await openEditor(stage, user, await addMap(user), { tutorial: true })
    await page.getByRole('button', { name: 'Add point' }).waitFor()
    await expectAbsent(page.getByRole('region', { name: 'Introduction' }))
    await close()
  })
})

describe('a file that carries control points', () => {
  it('has them offered, and they are used, taken back and published like placed ones', async () => {
    const user = await newUser(stage.server.url)
    const mapId = await addConverted(user, tiffWithPoints())
    const opened = await openEditor(stage, user, mapId)
    const { page } = opened
    await page.getByText('The file carries 5 control points of its own (EPSG:3857).').waitFor()
    await page.getByRole('button', { name: 'Use 5 points found in the file' }).click()
    await pointCount(page, 5).waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: 'Use 5 points found in the file' }).click()
    await pointCount(page, 5).waitFor()
    await transform(page)
    const { transformation } = await callApi(user, getMap, { params: { id: mapId } })
    const { imagePoints, mapPoints } = exactPoints()
    expect(transformation!.imagePoints).toEqual(imagePoints)
    expect(transformation!.mapPoints).toHaveLength(mapPoints.length)
    transformation!.mapPoints.forEach(([x, y], i) => {
      expect(x).toBeCloseTo(mapPoints[i]![0], 2)
      expect(y).toBeCloseTo(mapPoints[i]![1], 2)
    })
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})
