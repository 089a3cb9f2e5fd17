import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FLAT } from '../support/browser.ts'
import { openOwnMap, setEditorStage, type EditorStage } from './editor-stage.ts'
import { paneOf } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, FLAT)
})
afterAll(() => stage?.end())

/** What can be pressed, typed into or dragged and is in sight; the panes themselves are what is worked on. */
const controlsInSight = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, textarea, summary, [tabindex="0"]:not([role=application])',
      ),
    ]
      .filter((element) => {
        const { width, height, top, bottom } = element.getBoundingClientRect()
        const isInSight = width > 1 && height > 1 && bottom > 0 && top < innerHeight
        // Out of sight until the focus comes, and the credits of the base map.
        if (element.matches('.skip-link, .maplibregl-ctrl-attrib *')) return false
        return isInSight && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      })
      .map((element) => element.getAttribute('aria-label') ?? element.innerText),
  )

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

  it('says no coordinates and shows no navigation until they are asked for, and remembers both', async () => {
    const { page } = shown
    const readouts = page.getByRole('group', { name: 'Coordinates', exact: true })
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    expect(await readouts.count()).toBe(0)
    expect(await navigation.count()).toBe(0)
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
  expect(await zoomIn.boundingBox()).toEqual(before)
  expect(await north.boundingBox()).toEqual(northBefore)
  await opened.close()
})
