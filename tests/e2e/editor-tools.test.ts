import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, placeOf, setEditorStage, untilDrawn } from './editor-stage.ts'
import { boxOf, paneOf, pointCount, pressAt, viewOf } from './main-job-editor.ts'

let stage: EditorStage
let shown: Awaited<ReturnType<typeof openOwnMap>>
beforeAll(async () => {
  stage = await setEditorStage()
  shown = await openOwnMap(stage, { points: 4 })
})
afterAll(() => stage?.end())

describe('a pane', () => {
  it('is pressed as before after a drag that was let go over a panel', async () => {
    const { opened, page } = await openOwnMap(stage, { title: 'Let go elsewhere' })
    for (const name of ['Scan', 'Base map'] as const) {
      const { x, y, width, height } = await boxOf(page, name)
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + width / 2 + 30, y + height / 2 + 30, { steps: 3 })
      const tools = (await page.getByRole('button', { name: 'Add point' }).boundingBox())!
      await page.mouse.move(tools.x + 8, tools.y + 8, { steps: 3 })
      await page.mouse.up()
      await page.mouse.move(5, 5)
      await paneOf(page, name).getByRole('button', { name: 'Show the whole map' }).click()
      await untilDrawn(page)
    }
    const scan = await viewOf(page, 'Scan')
    await pressAt(page, scan.toScreen([400, 300]))
    const { x, y, width, height } = await boxOf(page, 'Base map')
    await pressAt(page, [x + width / 2 - 60, y + height / 3])
    await pointCount(page, 1).waitFor()
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})

describe('the tools of the editor', () => {
  it('begin with a see-through overlay, a thin plate spline or Affine by choice, streets, labels, points, and panes that move alone', async () => {
    const { page } = shown
    const opacity = page.getByRole('slider', { name: 'Overlay opacity', includeHidden: true })
    await expect.poll(() => opacity.getAttribute('aria-valuenow')).toBe('60')
    await expect.poll(() => opacity.getAttribute('aria-valuetext')).toBe('60%')
    await page.getByRole('button', { name: 'More tools' }).click()
    const sync = page.getByRole('menuitemcheckbox', { name: 'Move both panes together' })
    await expect.poll(() => sync.getAttribute('aria-checked')).toBe('false')
    await expect.poll(() => sync.isDisabled()).toBe(false)
    await page.getByRole('menu').press('Escape')
    await sync.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Map settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Map settings' })
    for (const layer of ['Streets', 'Satellite', 'Terrain', 'Relief only', 'Esri satellite'])
      await settings.getByRole('radio', { name: layer, exact: true }).waitFor()
    await expect.poll(() => settings.getByRole('radio', { name: 'Streets' }).isChecked()).toBe(true)
    const labels = settings.getByRole('switch', { name: 'Show labels' })
    await expect.poll(() => labels.isChecked()).toBe(true)
    await expect.poll(() => labels.isDisabled()).toBe(true)
    await settings.getByRole('radio', { name: 'Esri satellite' }).check()
    await expect.poll(() => labels.isDisabled()).toBe(false)
    await settings.getByRole('radio', { name: 'Terrain', exact: true }).check()
    await expect.poll(() => labels.isDisabled()).toBe(true)
    await settings.getByRole('radio', { name: 'Streets' }).check()
    await expect
      .poll(() => settings.getByRole('switch', { name: 'Show points and error arrows' }).isChecked())
      .toBe(true)
    const type = settings.getByRole('combobox', { name: 'Transformation type' })
    await expect.poll(() => type.inputValue()).toBe('TPS (thin plate spline)')
    // Choosing is done within the settings, which stay open for what else is to be set.
    for (const option of [/^Affine/, /^TPS/]) {
      await type.click()
      await page.getByRole('option', { name: option }).click()
      await expect.poll(() => type.inputValue()).toMatch(option)
    }
    await type.click()
    await page.getByRole('option', { name: /^Affine/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await stays(page, () => settings.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Map settings')
    // Escape closes them also before the focus has come into them from the button.
    const button = page.getByRole('button', { name: 'Map settings' })
    await button.press('Enter')
    await settings.waitFor()
    await button.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await untilDrawn(page)
  })

  it('predict a pair from a click on the map, and set it by a second; a click beside an open menu only closes it', async () => {
    const { page } = shown
    const view = await viewOf(page, 'Base map')
    const dot = page.locator('button[data-pending="true"]')
    await expectAbsent(dot)
    await pressAt(page, view.toScreen(placeOf([300, 300])))
    await page.getByText('Now click its true position').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Now click its true position').waitFor({ state: 'detached' })
    await pressAt(page, view.toScreen(placeOf([300, 300])))
    await page.getByText('Now click its true position').waitFor()
    await pressAt(page, view.toScreen(placeOf([330, 300])))
    await pointCount(page, 5).waitFor()
    await dot.waitFor()
    await untilDrawn(page)
    await pressAt(page, view.toScreen(placeOf([330, 300])))
    const menu = page.getByRole('toolbar', { name: 'Point 5' })
    await menu.waitFor()
    await pressAt(page, view.toScreen(placeOf([500, 420])))
    await menu.waitFor({ state: 'detached' })
    await expectAbsent(page.getByText('Now click'))
    await pointCount(page, 5).waitFor()
    // Begun on the map, a pair ends on the scan as well.
    await pressAt(page, view.toScreen(placeOf([500, 420])))
    await page.getByText('or the same place on the scan').waitFor()
    await pressAt(page, (await viewOf(page, 'Scan')).toScreen([510, 430]))
    await pointCount(page, 6).waitFor()
    await page.keyboard.press('Control+z')
    await pointCount(page, 5).waitFor()
  })

  it('magnify a point in a loupe of 150 px: arrows move it, Escape leaves it, confirm applies', async () => {
    const { page } = shown
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await untilDrawn(page)
    const image = async () =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: 'Point 1', exact: true }) })
        .getByRole('cell', { name: ' · ' })
        .first()
        .innerText()
    const given = await image()
    const magnify = async () => {
      const view = await viewOf(page, 'Scan')
      await pressAt(page, view.toScreen([80, 60]))
      await page
        .getByRole('toolbar', { name: 'Point 1' })
        .getByRole('button', { name: 'Magnifier', exact: true })
        .click()
      const loupe = page.getByRole('application', { name: 'Magnifier, point 1' })
      await loupe.waitFor()
      return loupe
    }
    const loupe = await magnify()
    const box = (await loupe.boundingBox())!
    expect([box.width, box.height]).toEqual([150, 150])
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Escape')
    await loupe.waitFor({ state: 'detached' })
    await stays(page, image).toBe(given)
    await page.keyboard.press('Escape')
    // The loupe is that of its point: choosing another closes it and leaves both where they were.
    await magnify()
    await page.keyboard.press('Shift+ArrowRight')
    await paneOf(page, 'Base map').getByRole('application').first().focus()
    await page.keyboard.press('n')
    await page.locator('[data-loupe]').waitFor({ state: 'detached' })
    await stays(page, image).toBe(given)
    await page.keyboard.press('Escape')
    await paneOf(page, 'Scan').getByRole('application').first().focus()
    await page.keyboard.press('Home')
    await untilDrawn(page)
    await magnify()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await loupe.waitFor({ state: 'detached' })
    await expect.poll(image).not.toBe(given)
    const [before, after] = [given, await image()].map((text) => text.split(' · ').map(Number))
    // Ten pixels of the loupe, which is two zoom levels closer than the pane.
    const { unitsPerPx } = await viewOf(page, 'Scan')
    expect(after![0]! - before![0]!).toBeCloseTo((10 * unitsPerPx) / 4, 1)
    expect(after![1]).toBe(before![1])
  })

  it('magnify in a round loupe with a red cross, over a pane that stands still; its button moves, cancel leaves', async () => {
    const { page } = shown
    const number = 2
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: `Point ${number}`, exact: true }) })
    const image = () => row.getByRole('cell', { name: ' · ' }).first().innerText()
    await page.keyboard.press('Escape')
    const given = await image()
    const before = await viewOf(page, 'Scan')
    await pressAt(page, before.toScreen([720, 72]))
    await page
      .getByRole('toolbar', { name: `Point ${number}` })
      .getByRole('button', { name: 'Magnifier', exact: true })
      .click()
    const loupe = page.getByRole('application', { name: `Magnifier, point ${number}` })
    await loupe.waitFor()
    const look = await loupe.evaluate((element) => ({
      radius: getComputedStyle(element).borderTopLeftRadius,
      cross: ['::before', '::after'].map((arm) => getComputedStyle(element, arm).backgroundColor),
    }))
    expect(look.radius).toBe('50%')
    for (const colour of look.cross) {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      expect(red).toBeGreaterThan(2 * Math.max(green, blue))
    }

    const pane = await boxOf(page, 'Scan')
    const free = [pane.x + pane.width / 2, pane.y + pane.height - 120] as const
    await page.mouse.move(...free)
    await page.mouse.wheel(0, -240)
    await page.mouse.down()
    await page.mouse.move(free[0] - 80, free[1] - 40, { steps: 4 })
    await page.mouse.up()
    await untilDrawn(page)
    const after = await viewOf(page, 'Scan')
    expect(after.unitsPerPx).toBeCloseTo(before.unitsPerPx, 6)
    expect(after.toScreen([720, 72])[0]).toBeCloseTo(before.toScreen([720, 72])[0], 0)

    const pull = async () => {
      const move = (await page.getByRole('button', { name: 'Drag to move the point' }).boundingBox())!
      const [x, y] = [move.x + move.width / 2, move.y + move.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - 40, y + 20, { steps: 4 })
      await page.mouse.up()
    }
    await pull()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await loupe.waitFor({ state: 'detached' })
    await stays(page, image).toBe(given)
    await pressAt(page, after.toScreen([720, 72]))
    await page.getByRole('button', { name: 'Magnifier', exact: true }).click()
    await loupe.waitFor()
    await pull()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await loupe.waitFor({ state: 'detached' })
    await expect.poll(image).not.toBe(given)
    const [from, to] = [given, await image()].map((text) => text.split(' · ').map(Number))
    expect(to![0]! - from![0]!).toBeCloseTo((-40 * after.unitsPerPx) / 4, 0)
    expect(to![1]! - from![1]!).toBeCloseTo((20 * after.unitsPerPx) / 4, 0)
    await page.keyboard.press('Escape')
  })

  it('close the loupe of a point that is undone, and let the pane move again', async () => {
    const { page } = shown
    // In the low pane beside the open table, the readout and the slider lie over the point.
    await page.getByRole('button', { name: 'Close the accuracy table' }).click()
    await untilDrawn(page)
    const view = await viewOf(page, 'Base map')
    await pressAt(page, view.toScreen(placeOf([330, 300])))
    await page
      .getByRole('toolbar', { name: 'Point 5' })
      .getByRole('button', { name: 'Magnifier', exact: true })
      .click()
    await page.locator('[data-loupe]').waitFor()
    let steps = 0
    while ((await pointCount(page, 4).count()) === 0 && steps < 6) {
      await page.keyboard.press('Control+z')
      steps += 1
      await untilDrawn(page)
    }
    await page.locator('[data-loupe]').waitFor({ state: 'detached' })
    const pane = await boxOf(page, 'Base map')
    const free = [pane.x + pane.width / 2, pane.y + 120] as const
    await page.mouse.move(...free)
    await page.mouse.down()
    await page.mouse.move(free[0] - 60, free[1] - 40, { steps: 4 })
    await page.mouse.up()
    await untilDrawn(page)
    const moved = await viewOf(page, 'Base map')
    expect(moved.toScreen(placeOf([330, 300]))[0]).toBeCloseTo(view.toScreen(placeOf([330, 300]))[0] - 60, -1)
    for (; steps > 0; steps -= 1) await page.keyboard.press('Control+Shift+z')
    await pointCount(page, 5).waitFor()
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  })

  it('delete a pair from both lists, and clear the dot of pending changes once it is published', async () => {
    const { page } = shown
    await page.getByRole('button', { name: 'Point 5', exact: true }).click()
    await untilDrawn(page)
    await page.getByRole('application', { name: 'Scan', exact: true }).focus()
    await page.keyboard.press('Delete')
    await pointCount(page, 4).waitFor()
    await expectAbsent(page.getByRole('button', { name: 'Point 5', exact: true }))
    await page.getByRole('button', { name: 'Transform', exact: true }).click()
    await page.getByText('Map transformed successfully!').first().waitFor({ timeout: 60_000 })
    await page.locator('button[data-pending="false"]').waitFor()
    await page.getByText('Transformed', { exact: true }).waitFor()
    expect(shown.opened.takeErrors()).toEqual([])
    // From there it leads to where the map is used.
    await page.getByRole('button', { name: 'Look at it' }).click()
    await page.waitForURL(/\/public-maps\?(.*&)?mapId=/)
    await page.goBack()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Open in the navigator' }).click()
    await page.waitForURL(/\/navigator\?(.*&)?mapId=/)
  })
})

it('holds a point that is dragged beyond the scan at its edge', async () => {
  const { page, opened } = await openOwnMap(stage, { points: 6 })
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  await page
    .getByRole('table', { name: 'Control points' })
    .getByRole('button', { name: 'Point 1', exact: true })
    .click()
  await untilDrawn(page)
  await paneOf(page, 'Scan').getByRole('application').first().focus()
  await page.keyboard.press('Escape')
  const box = await paneOf(page, 'Scan').boundingBox()
  if (!box) throw new Error('no pane')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, box.y + 1, { steps: 3 })
  await page.mouse.move(box.x + 1, box.y + 1, { steps: 5 })
  await page.mouse.up()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Point 1', exact: true }) })
  await page.locator('button[aria-label^="Undo"]:not([data-disabled])').waitFor()
  const figures = (await row.innerText())
    .match(/-?[\d.,]+ · -?[\d.,]+/)?.[0]
    .split(' · ')
    .map(Number)
  expect(figures?.every((value) => value >= 0)).toBe(true)
  expect(figures).toContain(0)
  await opened.close()
})
