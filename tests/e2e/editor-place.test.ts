import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { claimMap } from '../../contract/api/assignments.ts'
import { callApi, newUser } from '../support/api.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import {
  addMap,
  type EditorStage,
  openEditor,
  openOwnMap,
  pointsFile,
  setKeptEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { boxOf, importPoints, paneOf, pointCount, pressAt, readAt, twoFrames } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setKeptEditorStage()
})
afterAll(() => stage?.end())

const ASKS = { asksForPlace: true } as const
const PHONE = { width: 390, height: 844, touch: true } as const

const card = (page: Page) => page.getByRole('region', { name: 'Where is this map?' })
const laying = (page: Page) => page.getByRole('group', { name: 'Lay it on the map' })
const pulling = (page: Page) => page.getByRole('group', { name: 'Pull it into place' })
const steps = (page: Page) => page.getByRole('heading', { name: 'Getting started' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** Degrees of the place in the middle of the base map. */
async function middleOfMap(page: Page) {
  await untilDrawn(page)
  const box = await boxOf(page, 'Base map')
  const { map } = await readAt(page, 'Base map', [box.x + box.width / 2, box.y + box.height / 2])
  return lonLatOf(map!)
}

const isInLithuania = ([lon, lat]: readonly [number, number]) =>
  lon > 21 && lon < 27 && lat > 53.5 && lat < 56.6

/** Width of the sheet that is being laid, km. */
async function widthOf(page: Page): Promise<number> {
  const text = await laying(page)
    .getByText(/\skm wide;/)
    .first()
    .innerText()
  return Number(text.replaceAll(',', '').match(/[\d.]+/)![0])
}

describe('a map without points', () => {
  it('asks where it is, opens over the country that its title names, and lies over it at a press', async () => {
    const { page, opened } = await openOwnMap(stage, { title: 'Lithuania in 1914' }, ASKS)
    await card(page).waitFor()
    await expect.poll(() => focused(page)).toBe('Place or coordinates')
    await expectAbsent(steps(page))
    const guess = card(page).getByRole('button', { name: 'Lithuania' })
    await guess.waitFor()
    // It is the one search there is, which the key of the search goes to.
    await paneOf(page, 'Scan').getByRole('application').first().focus()
    await page.keyboard.press('/')
    await expect.poll(() => focused(page)).toBe('Place or coordinates')
    await expect.poll(() => page.getByRole('combobox').count()).toBe(1)
    await expect.poll(async () => isInLithuania(await middleOfMap(page))).toBe(true)
    const { violations } = await new AxeBuilder({ page }).include('[data-place-card]').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    // The crosshair is free.
    const box = await boxOf(page, 'Base map')
    const { y, height } = (await card(page).boundingBox())!
    expect(y + height).toBeLessThan(box.y + box.height / 2 - 20)
    await guess.click()
    await laying(page).waitFor()
    await card(page).waitFor({ state: 'detached' })
    await expect.poll(async () => isInLithuania(await middleOfMap(page))).toBe(true)
    // As large as the country, which is some 300 km wide.
    await expect.poll(() => widthOf(page)).toBeGreaterThan(200)
    await expect.poll(() => widthOf(page)).toBeLessThan(500)
    await laying(page).getByRole('button', { name: 'Fix in place' }).click()
    await pulling(page).waitFor()
    await pulling(page).getByRole('button', { name: 'Done' }).click()
    // Begun by laying, it is not asked for again, and the way of pairs explains itself where it is wanted.
    await twoFrames(page)
    await expectAbsent(card(page))
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('is laid over the place that is typed and picked by keys', async () => {
    const { page, opened } = await openOwnMap(stage, { title: 'scan_0042' }, ASKS)
    await expect.poll(() => focused(page)).toBe('Place or coordinates')
    await page.keyboard.type('Kaunas')
    await card(page)
      .getByRole('option', { name: /Kaunas/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await laying(page).waitFor()
    const [lon, lat] = await middleOfMap(page)
    expect(lon).toBeCloseTo(23.9, 0)
    expect(lat).toBeCloseTo(54.9, 0)
    await expect.poll(() => focused(page)).toBe('Base map')
    // Cancelled, it asks again.
    await page.keyboard.press('Escape')
    await card(page).waitFor()
    await opened.close()
  })

  it('leads to pairs of points, which the browser remembers; their three steps come when they are asked for', async () => {
    const { page, user, opened } = await openOwnMap(stage, {}, ASKS)
    await card(page).getByRole('button', { name: 'Other ways' }).click()
    await card(page).getByRole('button', { name: 'I would rather click pairs of points' }).click()
    await card(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Scan')
    await expectAbsent(steps(page))
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await steps(page).waitFor()
    await page.goto(`/map-editor?mapId=${await addMap(user)}`)
    await untilDrawn(page)
    await expectAbsent(card(page).or(steps(page)))
    // Who lays a map after all is asked for the place of the next one again.
    await paneOf(page, 'Base map').getByRole('application').first().press('l')
    await laying(page).waitFor()
    await page.goto(`/map-editor?mapId=${await addMap(user)}`)
    await card(page).waitFor()
    await opened.close()
  })

  it('leads to points in a file, and asks no more once it has points, nor after they were undone', async () => {
    const { page, opened } = await openOwnMap(stage, {}, ASKS)
    await card(page).getByRole('button', { name: 'Other ways' }).click()
    await card(page).getByRole('button', { name: 'I have points in a file' }).click()
    await page.getByRole('dialog', { name: 'Import control points' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const file = pointsFile([
      [100, 100],
      [700, 100],
      [400, 500],
    ])
    await importPoints(page, 'three.points', file, 3)
    await pointCount(page, 3).waitFor()
    await card(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await pointCount(page, 0).waitFor()
    await expectAbsent(card(page))
    await opened.close()
  })

  it('takes presses beside the card as ever: a pair that is begun comes first', async () => {
    const { page, opened } = await openOwnMap(stage, {}, ASKS)
    await card(page).waitFor()
    const box = await boxOf(page, 'Scan')
    await pressAt(page, [box.x + box.width / 2, box.y + box.height / 2])
    await page.getByText('Now click the same place on the map').waitFor()
    await card(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await card(page).waitFor()
    await opened.close()
  })

  it('asks whom may edit it alone, and where it has no draft', async () => {
    const [owner, helper] = [await newUser(stage.server.url), await newUser(stage.server.url)]
    const mapId = await addMap(owner, { title: 'Lithuania', isPublic: true })
    const own = await openEditor(stage, owner, mapId, ASKS)
    await card(own.page).waitFor()
    await own.page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(own.page, 1).waitFor()
    await own.page.getByText('Saved. Transform it to share it').first().waitFor()
    await own.page.reload()
    await pointCount(own.page, 1).waitFor()
    await expectAbsent(card(own.page))
    await callApi(helper, claimMap, { params: { id: mapId } })
    await own.page.reload()
    await own.page
      .getByRole('status')
      .filter({ hasText: `${helper.username} is working on this map` })
      .waitFor()
    await expectAbsent(card(own.page))
    await own.close()
  })

  it('asks at the top of a phone, and lies on the map that comes forward', async () => {
    const { page, opened } = await openOwnMap(stage, { title: 'Kauno miesto planas' }, { ...PHONE, ...ASKS })
    const guess = card(page).getByRole('button', { name: 'Lay it on Kaunas' })
    await guess.waitFor()
    // What is typed has its own list, and each place stands there once.
    const field = card(page).getByRole('combobox')
    await field.fill('Kaunas')
    await guess.waitFor({ state: 'detached' })
    await field.fill('')
    await guess.waitFor()
    const scan = await boxOf(page, 'Scan')
    const { y, height } = (await card(page).boundingBox())!
    expect(y - scan.y).toBeLessThan(40)
    expect(y + height).toBeLessThan(scan.y + scan.height / 2 - 20)
    for (const button of await card(page).getByRole('button').all())
      await expect.poll(async () => (await button.boundingBox())!.height).toBeGreaterThanOrEqual(36)
    await guess.tap()
    await laying(page).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Fix in place' }).count()).toBe(1)
    await untilDrawn(page)
    // Half of the phone is left for the map.
    const map = await boxOf(page, 'Base map')
    await expect
      .poll(async () => (await laying(page).boundingBox())!.y - map.y)
      .toBeGreaterThan(PHONE.height / 2)
    await expect.poll(() => widthOf(page)).toBeGreaterThan(5)
    await expect.poll(() => widthOf(page)).toBeLessThan(60)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})

describe('a sheet that is being laid', () => {
  it('keeps its size on the screen while the map is zoomed, until a hand has laid it', async () => {
    const { page, opened } = await openOwnMap(stage, { title: 'Kaunas' }, ASKS)
    await card(page).getByRole('button', { name: 'Kaunas' }).click()
    await laying(page).waitFor()
    await untilDrawn(page)
    const zoomOut = paneOf(page, 'Base map').getByRole('button', { name: 'Zoom out' })
    const first = await widthOf(page)
    await zoomOut.click()
    await untilDrawn(page)
    await expect.poll(() => widthOf(page)).toBeGreaterThan(1.9 * first)
    await laying(page).getByRole('button', { name: 'Smaller' }).click()
    const laid = await widthOf(page)
    expect(laid).toBeLessThan(1.7 * first)
    await laying(page).getByRole('button', { name: 'Bigger' }).click()
    await expect.poll(() => widthOf(page)).toBeGreaterThan(1.9 * first)
    const bigger = await widthOf(page)
    await zoomOut.click()
    await untilDrawn(page)
    await stays(page, () => widthOf(page)).toBe(bigger)
    await laying(page).getByRole('button', { name: 'Bring it here' }).click()
    await expect.poll(() => widthOf(page)).toBeGreaterThan(1.9 * bigger)
    await opened.close()
  })

  it('says its keys and what they do, looks for a place by G, and hands the keys on to the map', async () => {
    const { page, opened } = await openOwnMap(stage, { title: 'Kaunas' }, ASKS)
    await card(page).getByRole('button', { name: 'Kaunas' }).click()
    const status = laying(page).getByRole('status')
    await status.getByText('the arrows move it, + and − change its size').waitFor()
    await untilDrawn(page)
    const middle = () => status.getByText(/its middle is at/).innerText()
    await status.getByText(/its middle is at/).waitFor()
    const before = await middle()
    await page.keyboard.press('ArrowRight')
    await expect.poll(middle).not.toBe(before)
    // What is typed after G goes into a field and is no command.
    await page.keyboard.press('g')
    const search = page.getByRole('combobox', { name: 'Place or coordinates' })
    await search.waitFor()
    await page.keyboard.type('54.7, 25.3')
    await expect.poll(() => search.inputValue()).toBe('54.7, 25.3')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await search.waitFor({ state: 'detached' })
    await laying(page).waitFor()
    await paneOf(page, 'Base map').getByRole('application').first().focus()
    await page.keyboard.press('Enter')
    await pulling(page).getByRole('status').getByText('With the keyboard').waitFor()
    const again = pulling(page).getByRole('button', { name: 'Lay it again' })
    await again.focus()
    await page.keyboard.press('Enter')
    await laying(page).waitFor()
    await expect.poll(() => focused(page)).toBe('Base map')
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})

describe('the introduction', () => {
  const tour = (page: Page) => page.getByRole('region', { name: 'Introduction' })
  const pointedAt = (page: Page) => page.locator('[data-pointed-at]')

  it('begins when the place is known, points at what comes next, and goes on when it is done', async () => {
    const { page, opened } = await openOwnMap(stage, { title: 'Kaunas' }, { ...ASKS, tutorial: true })
    await card(page).waitFor()
    await expectAbsent(tour(page))
    await card(page).getByRole('button', { name: 'Kaunas' }).click()
    await tour(page).getByText('Step 1 of 4').waitFor()
    // The keys of the sheet stay the map's.
    await expect.poll(() => focused(page)).toBe('Base map')
    const fix = laying(page).getByRole('button', { name: 'Fix in place' })
    await expect.poll(() => fix.getAttribute('data-pointed-at')).toBe('')
    // Beside its panel, and off the middle of either map.
    const [bubble, panel, box, scan] = [
      (await tour(page).boundingBox())!,
      (await laying(page).boundingBox())!,
      await boxOf(page, 'Base map'),
      await boxOf(page, 'Scan'),
    ]
    expect(bubble.x + bubble.width).toBeLessThanOrEqual(panel.x)
    expect(panel.y + panel.height).toBeLessThan(box.y + box.height / 2 - 20)
    expect(bubble.y + bubble.height).toBeLessThan(scan.y + scan.height / 2 - 20)
    const { violations } = await new AxeBuilder({ page })
      .include('section[aria-label="Introduction"]')
      .analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await fix.click()
    await tour(page).getByText('Step 2 of 4').waitFor()
    await expect.poll(() => pulling(page).getAttribute('data-pointed-at')).toBe('')
    await untilDrawn(page)
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const
    for (const [right, down] of [
      [-90, -60],
      [90, -60],
      [10, 70],
    ] as const)
      await pressAt(page, [middle[0] + right, middle[1] + down])
    await pointCount(page, 3).waitFor()
    await tour(page).getByText('Step 3 of 4').waitFor()
    await expect.poll(() => pointedAt(page).getAttribute('data-tour-target')).toBe('opacity')
    await tour(page).getByRole('button', { name: 'Next' }).click()
    await tour(page).getByText('Step 4 of 4').waitFor()
    await tour(page).getByRole('button', { name: 'Finish' }).click()
    await tour(page).waitFor({ state: 'detached' })
    await expectAbsent(pointedAt(page))
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('makes way for the question where laying is cancelled, and leads through pairs where those are chosen', async () => {
    const { page, opened } = await openOwnMap(
      stage,
      { title: 'Kaunas' },
      { ...PHONE, ...ASKS, tutorial: true },
    )
    await card(page).getByRole('button', { name: 'Kaunas' }).tap()
    await tour(page).getByText('Step 1 of 7').waitFor()
    await laying(page).getByRole('button', { name: 'Bigger' }).tap()
    await tour(page).getByText('Step 2 of 7').waitFor()
    await laying(page).getByRole('button', { name: 'Bigger' }).tap()
    await tour(page).getByText('Step 3 of 7').waitFor()
    await laying(page).getByRole('button', { name: 'Cancel' }).tap()
    await card(page).waitFor()
    await expectAbsent(tour(page))
    await card(page).getByRole('button', { name: 'Other ways' }).tap()
    await card(page).getByRole('button', { name: 'I would rather click pairs of points' }).tap()
    await tour(page).getByText('Step 1 of 7').waitFor()
    await tour(page).getByText('Move your map until the crosshair').waitFor()
    await expectAbsent(steps(page))
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})
