import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAbsent } from '../support/page-expect.ts'
import { controlsInSight } from './controls-in-sight.ts'
import {
  addByThumb,
  type EditorStage,
  openOwnMap,
  placeOf,
  pointsFile,
  setKeptEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import {
  boxOf,
  importPoints,
  paneOf,
  pointCount,
  pressAt,
  readAt,
  transform,
  viewOf,
} from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setKeptEditorStage()
})
afterAll(() => stage?.end())

it.each([
  ['at a desktop', {}],
  ['on a phone', { width: 390, height: 844, touch: true }],
] as const)('asks where a new map is with at most 20 controls in sight %s', async (_where, device) => {
  const { page, opened } = await openOwnMap(
    stage,
    { title: 'Lithuania in 1914' },
    { ...device, readouts: false, asksForPlace: true },
  )
  await page.locator('[data-place-card]').getByRole('button', { name: 'Lithuania' }).waitFor()
  const controls = await controlsInSight(page)
  expect(controls.length, controls.join(' · ')).toBeLessThanOrEqual(20)
  // Not because nothing is counted.
  expect(controls.length, controls.join(' · ')).toBeGreaterThan(5)
  await opened.close()
})

describe('a new map on a desktop', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, {}, { readouts: false })
  })
  afterAll(() => shown?.opened.close())

  it('opens with at most 20 controls in sight', async () => {
    const controls = await controlsInSight(shown.page)
    expect(controls.length, controls.join(' · ')).toBeLessThanOrEqual(20)
  })

  it('fills the window, and nothing makes the page scroll beneath it', async () => {
    const tooHigh = () =>
      shown.page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    await expect.poll(tooHigh).toBe(0)
  })

  it('says no coordinates and shows no navigation until they are asked for, and remembers both', async () => {
    const { page } = shown
    const readouts = page.getByRole('group', { name: 'Coordinates', exact: true })
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    await expect.poll(() => readouts.count()).toBe(0)
    await expect.poll(() => navigation.count()).toBe(0)
    await page.getByRole('button', { name: 'Map settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Map settings' })
    await settings.getByRole('switch', { name: 'Show coordinates' }).check()
    await settings.getByRole('switch', { name: 'Show the navigation' }).check()
    await expect.poll(() => readouts.count()).toBe(2)
    await navigation.waitFor()
    await page.reload()
    await paneOf(page, 'Scan').waitFor()
    await navigation.waitFor()
    await expect.poll(() => readouts.count()).toBe(2)
    await page.getByRole('button', { name: 'Map settings' }).click()
    await settings.getByRole('switch', { name: 'Show the navigation' }).uncheck()
    await navigation.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+b')
    await navigation.waitFor()
    expect(shown.opened.takeErrors()).toEqual([])
  })
})

it('moves no zoom button when what turns the panes comes above them', async () => {
  const { page, opened } = await openOwnMap(stage, { points: 4 })
  const zoomIn = paneOf(page, 'Scan').getByRole('button', { name: 'Zoom in' })
  await paneOf(page, 'Scan').getByRole('button', { name: 'Scan north up' }).waitFor()
  const before = await zoomIn.boundingBox()
  await page.getByRole('application', { name: 'Scan', exact: true }).focus()
  await page.keyboard.press('.')
  const north = paneOf(page, 'Scan').getByRole('button', { name: 'Scan north up' })
  const northBefore = await north.boundingBox()
  await paneOf(page, 'Scan').getByRole('button', { name: 'Turn the scan back upright' }).waitFor()
  await expect.poll(() => zoomIn.boundingBox()).toEqual(before)
  await expect.poll(() => north.boundingBox()).toEqual(northBefore)
  await opened.close()
})

describe('points that are placed by hand', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage)
  })
  afterAll(() => shown?.opened.close())

  const nextPane = (page: Page) =>
    page.evaluate(() => document.querySelector('[data-next]')?.getAttribute('data-pane') ?? null)

  it('light up the pane where the next press belongs, and no ring the one that was pressed', async () => {
    const { page } = shown
    await expect.poll(() => nextPane(page)).toBe(null)
    await pressAt(page, (await viewOf(page, 'Scan')).toScreen([400, 300]))
    await expect.poll(() => nextPane(page)).toBe('map')
    const ring = page
      .getByRole('application', { name: 'Scan', exact: true })
      .evaluate((pane) => getComputedStyle(pane, '::after').borderTopStyle)
    expect(await ring).toBe('none')
    await page.keyboard.press('Escape')
    await expect.poll(() => nextPane(page)).toBe(null)
  })

  it('zoom in where either map is pressed twice, and place nothing', async () => {
    const { page } = shown
    for (const name of ['Scan', 'Base map'] as const) {
      const before = await viewOf(page, name)
      const { x, y, width, height } = await boxOf(page, name)
      const at = [x + width / 2 + 40, y + height / 2 - 30] as const
      const [there] = [(await readAt(page, name, at))[name === 'Scan' ? 'image' : 'map']!]
      await page.mouse.dblclick(...at)
      await untilDrawn(page)
      await expect
        .poll(async () => before.unitsPerPx / (await viewOf(page, name)).unitsPerPx)
        .toBeCloseTo(2, 1)
      await expect.poll(() => nextPane(page)).toBe(null)
      const now = (await viewOf(page, name)).toScreen(there)
      expect(Math.hypot(now[0] - at[0], now[1] - at[1])).toBeLessThan(4)
    }
    await pointCount(page, 0).waitFor()
  })

  it('take back the pair that the first of two presses has completed, and keep its half', async () => {
    const { page } = shown
    await pressAt(page, (await viewOf(page, 'Scan')).toScreen([400, 300]))
    await expect.poll(() => nextPane(page)).toBe('map')
    const { x, y, width, height } = await boxOf(page, 'Base map')
    await page.mouse.dblclick(x + width / 2 + 60, y + height / 2 + 60)
    await untilDrawn(page)
    await pointCount(page, 0).waitFor()
    await expect.poll(() => nextPane(page)).toBe('map')
    await page.keyboard.press('Escape')
    expect(shown.opened.takeErrors()).toEqual([])
  })
})

it('has words in the bar of a point, and what is seldom needed under More', async () => {
  const { page, opened } = await openOwnMap(stage, { points: 5 })
  await pressAt(page, (await viewOf(page, 'Scan')).toScreen([80, 60]))
  const bar = page.getByRole('toolbar', { name: 'Point 1' })
  await bar.waitFor()
  for (const word of ['Move', 'Magnifier', 'Delete', 'More'])
    await bar.getByText(word, { exact: true }).waitFor()
  await bar.getByRole('button', { name: 'More about this point' }).click()
  for (const name of ['Place by coordinates or name', 'Predict again', 'Comment on this point'])
    await page.getByRole('menuitem', { name }).waitFor()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await page.getByText('4 of 5 points used').waitFor()
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})

describe('what the points say', () => {
  it('is one sentence on the collapsed bar, with the step that the map folds since and the way back', async () => {
    const { page, opened } = await openOwnMap(stage)
    const exact = [100, 400, 700].flatMap((x) => [[x, 100 + x / 10] as const, [x, 500] as const])
    await importPoints(page, 'exact.points', pointsFile(exact), exact.length)
    const bar = page.getByRole('region', { name: 'Control points' })
    await bar.getByText(/good to about/).waitFor()
    await page
      .getByRole('status')
      .getByText(/^good to about .*, look at point \d first$/)
      .waitFor({ state: 'attached' })
    // The left of the scan is said to lie at its right.
    await pressAt(page, (await viewOf(page, 'Scan')).toScreen([250, 300]))
    await page.getByText('the mark shows where it should be').waitFor()
    await pressAt(page, (await viewOf(page, 'Base map')).toScreen(placeOf([650, 300])))
    await bar.getByText('Since point 7 the map folds').waitFor()
    await bar.getByRole('button', { name: 'Undo' }).click()
    await bar.getByText(/good to about/).waitFor()
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})

describe('after a transform', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Your map lies on today’s map' })

  it('a card stays that asks who may see the map, hands out the link and leads on', async () => {
    const { page, mapId, opened } = await openOwnMap(stage, { points: 4 })
    const who = page.locator('[data-visibility]')
    await expect.poll(async () => (await who.innerText()).trim()).toBe('Only you')
    await page.keyboard.press('a')
    await pointCount(page, 5).waitFor()
    await transform(page, 2, { leavesCard: true })
    await card(page).waitFor()
    const box = (await card(page).boundingBox())!
    const map = await boxOf(page, 'Base map')
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
    expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(false)
    const link = card(page).getByRole('textbox', { name: 'Link' })
    await card(page).getByRole('radio', { name: 'Only me' }).and(page.locator(':checked')).waitFor()
    await expectAbsent(link)
    const everyone = card(page).getByRole('radio', { name: 'Everyone' })
    const before = await everyone.boundingBox()
    await card(page).getByRole('radio', { name: 'Anyone with the link' }).check()
    await expect.poll(() => link.inputValue()).toMatch(/\/l\/[\w-]+$/)
    // What comes of a choice moves none of the others.
    await expect.poll(() => everyone.boundingBox()).toEqual(before)
    await expect.poll(async () => (await who.innerText()).trim()).toBe('Anyone with the link')
    await everyone.check()
    await expect.poll(() => link.inputValue()).toMatch(new RegExp(`/m/${mapId}$`))
    await expect.poll(async () => (await who.innerText()).trim()).toBe('Everyone')
    await card(page).getByRole('button', { name: 'Copy the link' }).waitFor()
    for (const name of ['Look at it', 'Add to a catalog', 'Take it along'])
      await card(page).getByRole('button', { name }).waitFor()
    await card(page).getByRole('link', { name: 'Next map' }).waitFor()
    await card(page).getByRole('button', { name: 'Take it along' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take it along' })
    await dialog.getByRole('link').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await card(page).getByRole('button', { name: 'Close' }).press('Escape')
    await card(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
      .toBe('application')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    for (const name of ['Public page', 'Copy the link']) await page.getByRole('menuitem', { name }).waitFor()
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('begun on a phone beside the button for points, it ends in the same card', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 }, { width: 390, height: 844, touch: true })
    const run = page.locator('[data-thumb-bar]').getByRole('button', { name: 'Transform', exact: true })
    const [add, box] = [
      (await page.getByRole('button', { name: 'Add point' }).boundingBox())!,
      (await run.boundingBox())!,
    ]
    expect(box.x).toBeGreaterThanOrEqual(add.x + add.width)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    await addByThumb(page)
    await pointCount(page, 5).waitFor()
    await run.tap()
    await card(page).waitFor()
    const pane = await boxOf(page, 'Scan')
    await expect
      .poll(async () => (await card(page).boundingBox())!.y)
      .toBeGreaterThan(pane.y + pane.height / 2)
    // The link is there without scrolling.
    await card(page).getByRole('radio', { name: 'Anyone with the link' }).check()
    const copy = card(page).getByRole('button', { name: /^(Copy the link|Share)$/ })
    await copy.waitFor()
    const endOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!
      return y + height
    }
    await expect.poll(async () => (await endOf(copy)) < (await endOf(card(page)))).toBe(true)
    // The address has the whole width, beneath the button.
    const address = card(page).getByRole('textbox')
    await expect.poll(async () => (await address.boundingBox())!.width).toBeGreaterThan(300)
    await expect.poll(async () => (await endOf(copy)) < (await address.boundingBox())!.y).toBe(true)
    await page.goBack()
    await card(page).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/map-editor')
    // Beside the buttons of the steps the bar says who sees the map, and cuts nothing off.
    const who = page.locator('[data-visibility]')
    const isCut = () => who.evaluate((element) => element.scrollWidth > element.clientWidth)
    await expect.poll(async () => (await who.innerText()).trim()).toBe('By link')
    await expect.poll(isCut).toBe(false)
    await page.addInitScript(() => localStorage.setItem('language', 'lt'))
    await page.reload()
    await expect.poll(async () => (await who.innerText()).trim()).toBe('Su nuoroda')
    await expect.poll(isCut).toBe(false)
    await page.setViewportSize({ width: 360, height: 780 })
    await expect.poll(isCut).toBe(false)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})
