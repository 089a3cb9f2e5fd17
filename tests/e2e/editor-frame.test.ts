import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { callApi } from '../support/api.ts'
import { stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, setEditorStage, untilDrawn } from './editor-stage.ts'
import { boxOf, paneOf } from './main-job-editor.ts'
import { pauseClock } from './page-clock.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

const installClock = { prepare: (page: Page) => page.clock.install() }

/** Whether the slider of the overlay's opacity is folded out. */
const isSliderShown = (page: Page) =>
  page
    .getByRole('button', { name: 'Overlay opacity', includeHidden: true })
    .getAttribute('aria-expanded')
    .then((value) => value === 'true')

describe('the editor on a desktop', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage)
  })
  afterAll(() => shown?.opened.close())

  it('has its tools upright at the left, and all that is done with a map in its bar', async () => {
    const { page } = shown
    const rail = page.getByRole('toolbar', { name: 'Tools' })
    await expect.poll(() => rail.getAttribute('aria-orientation')).toBe('vertical')
    const box = (await rail.boundingBox())!
    const scan = await boxOf(page, 'Scan')
    expect(box.height).toBeGreaterThan(2 * box.width)
    expect(box.x - scan.x).toBeLessThan(40)
    for (const [name, word] of [
      ['Add point', 'Point'],
      ['Lay it on the map', 'Lay'],
      ['Crop the scan', 'Crop'],
      ['Search places', 'Search'],
      ['More tools', 'More'],
    ] as const)
      await expect.poll(() => rail.getByRole('button', { name }).innerText()).toBe(word)
    await page.getByRole('button', { name: 'More tools' }).click()
    for (const name of ['Locate me', 'Sheet corners', 'Import points', 'Place by coordinates or name'])
      await page.getByRole('menuitem', { name }).waitFor()
    await page.getByRole('menu').press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Transform', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Map settings' }).waitFor()
    const menu = async (item: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('Make public')
    await page.getByText('The map is public now: everyone can find it.').waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Public page' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('The map is private now: others do not see it.').waitFor()
    await menu('Make public')
    await page.getByText('The map is public now: everyone can find it.').waitFor()
    await menu('Make private')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Make public' }).waitFor()
    await page.keyboard.press('Escape')
    await menu('Edit map info')
    await page.getByRole('dialog', { name: 'Edit map info' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('says in both panes where the cross or the pointer is, or that this cannot be said', async () => {
    const { page } = shown
    for (const pane of ['Scan', 'Base map'] as const)
      await expect.poll(() => paneOf(page, pane).locator('[data-crosshair]').count()).toBe(1)
    const readout = (pane: 'Scan' | 'Base map') =>
      paneOf(page, pane).getByRole('group', { name: 'Coordinates' })
    const scan = await boxOf(page, 'Scan')
    const map = await boxOf(page, 'Base map')
    await page.mouse.move(map.x + map.width / 2 + 60, map.y + map.height / 2)
    await readout('Base map')
      .getByText(/EPSG:3857/)
      .waitFor()
    // Without points nothing is known of the scan here, and the other pane has no place to point at.
    await readout('Base map').getByText('Place three points to see this').first().waitFor()
    await readout('Scan').getByText('cross cursor active').waitFor()
    await page.mouse.move(scan.x + scan.width / 2 + 30, scan.y + scan.height / 2)
    await readout('Scan')
      .getByText(/x [\d,.]+ {2}y [\d,.]+/)
      .waitFor()
    await readout('Scan').getByText('Place three points to see this').first().waitFor()
    await readout('Base map').getByText('Place three points to see this').first().waitFor()
    await page.mouse.move(scan.x + scan.width - 20, scan.y + 10)
    await readout('Scan').getByText('outside image').waitFor()
    // A type that needs more says how many are missing.
    await page.getByRole('button', { name: 'Map settings' }).click()
    await page.getByRole('combobox', { name: 'Transformation type' }).click()
    await page.getByRole('option', { name: /Polynomial, order 2/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Map settings' }).waitFor({ state: 'detached' })
    await page.mouse.move(scan.x + scan.width / 2 + 30, scan.y + scan.height / 2)
    await readout('Scan').getByText('Place 6 more points to see this').first().waitFor()
    await page.keyboard.press('Control+z')
    expect(shown.opened.takeErrors()).toEqual([])
  })

  it('opens on the map of the navigation state as well', async () => {
    const { page, mapId, user } = shown
    const { files } = await callApi(user, getMap, { params: { id: mapId } })
    const state = { mapId, tiffUrl: files.convertedFilePath, isAssignment: true }
    await page.evaluate(
      (told) => history.replaceState({ ...history.state, ...told }, '', '/map-editor'),
      state,
    )
    await page.reload()
    await untilDrawn(page)
    await page.getByRole('heading', { name: 'Plan of Kaunas' }).waitFor()
    await page.goto(`/map-editor?mapId=${mapId}`)
    await untilDrawn(page)
  })

  it('says what the server says of a map that cannot be read', async () => {
    const { page, mapId } = shown
    const message = 'The shelf of maps is being moved'
    await page.route(`**/api/map/${mapId}`, (route) =>
      route.fulfill({ status: 409, json: { message, error: message, messageKey: 'errors.none' } }),
    )
    await page.reload()
    const alert = page.getByRole('alert').filter({ hasText: 'Could not read map data' })
    await alert.getByText(message).waitFor({ timeout: 30_000 })
    await page.unroute(`**/api/map/${mapId}`)
    await page.route('**/converted*.tif*', (route) => route.fulfill({ status: 404, body: '' }))
    await page.reload()
    await alert.getByText(/^error reading metadata: .+$/).waitFor({ timeout: 30_000 })
  })
})

describe('the slider of the opacity', () => {
  it('folds up 300 ms after the pointer has left it', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 }, installClock)
    // Where points are placed it stays in sight.
    await expect.poll(() => isSliderShown(page)).toBe(true)
    await page.getByText('Result', { exact: true }).click()
    await page.getByRole('button', { name: 'Overlay opacity' }).hover()
    await expect.poll(() => isSliderShown(page)).toBe(true)
    await pauseClock(page)
    await page.mouse.move(5, 5)
    await page.clock.runFor(250)
    await stays(page, () => isSliderShown(page)).toBe(true)
    await page.clock.runFor(60)
    await expect.poll(() => isSliderShown(page)).toBe(false)
    await opened.close()
  })

  it('folds up after 3 s on a phone', async () => {
    const { page, opened } = await openOwnMap(
      stage,
      { points: 4 },
      { ...installClock, width: 390, height: 844, touch: true },
    )
    await page.getByRole('radiogroup', { name: 'Pane shown' }).getByText('Map', { exact: true }).tap()
    await untilDrawn(page)
    const { x, y, width, height } = (await page
      .getByRole('button', { name: 'Overlay opacity' })
      .boundingBox())!
    await pauseClock(page)
    // The browser makes its click out of a tap after a while.
    const clicked = page.evaluate(
      () => new Promise<void>((resolve) => addEventListener('click', () => resolve(), { once: true })),
    )
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    await clicked
    await expect.poll(() => isSliderShown(page)).toBe(true)
    await page.clock.runFor(2_950)
    await stays(page, () => isSliderShown(page)).toBe(true)
    // Whatever the browser still makes of the tap is another touch: three seconds from there.
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return isSliderShown(page)
      })
      .toBe(false)
    // Not beneath a finger that rests on it, whose next move would be the map's.
    const session = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect.poll(() => isSliderShown(page)).toBe(true)
    await page.clock.runFor(10_000)
    await stays(page, () => isSliderShown(page)).toBe(true)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return isSliderShown(page)
      })
      .toBe(false)
    await opened.close()
  })
})
