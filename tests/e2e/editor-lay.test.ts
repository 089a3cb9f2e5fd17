import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { type Caller, callApi } from '../support/api.ts'
import { type EditorStage, openOwnMap, placeOf, setEditorStage, untilDrawn } from './editor-stage.ts'
import { BRIEF, fingersOn } from './fingers.ts'
import {
  boxOf,
  goToPlace,
  paneOf,
  parseReading,
  pointCount,
  readAt,
  type Screen,
  twoFrames,
  viewOf,
  zoomTo,
} from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

const picture = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/lay-${name}.png` })
}

/** The middle of the drawn sheet as one types it. */
const MIDDLE = lonLatOf(placeOf([400, 300]))
  .toReversed()
  .map((degrees) => degrees.toFixed(5))
  .join(', ')

const laying = (page: Page) => page.getByRole('group', { name: 'Lay it on the map' })
const pulling = (page: Page) => page.getByRole('group', { name: 'Pull it into place' })
/** The pairs of the draft that the server keeps. */
async function keptPairs(user: Caller, id: string) {
  const { draft } = await callApi(user, getDraft, { params: { id } })
  const { imagePoints = [], mapPoints = [] } = draft?.transformation ?? {}
  return imagePoints.map(({ pixelX, pixelY }, at) => {
    const image = [pixelX, pixelY] as const
    const [x, y] = placeOf(image)
    const [mapX, mapY] = mapPoints[at] ?? [NaN, NaN]
    return { image, offMetres: Math.hypot(mapX - x, mapY - y) }
  })
}

/** So many pairs are kept, and each lies where it belongs but for the px of a hand. */
async function untilPairsTrue(user: Caller, id: string, count: number, metres: number): Promise<void> {
  const areTrue = async () => {
    const pairs = await keptPairs(user, id)
    return pairs.length === count && pairs.every(({ offMetres }) => offMetres < metres)
  }
  await expect.poll(areTrue, { timeout: 20_000 }).toBe(true)
}

/** Spots that are pulled into place: as many as keep a sheet there, or some more. */
const SPOTS = process.env.LONG ? 5 : 3

/** Tells how long a first map took; whether that is quick is for people to judge. */
const tell = (by: string, from: number) =>
  process.stdout.write(
    `a first map to ${SPOTS} pairs by ${by}: ${Math.round((performance.now() - from) / 100) / 10} s\n`,
  )

async function drag(page: Page, from: Screen, to: Screen) {
  await page.mouse.move(from[0], from[1])
  await twoFrames(page)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
  await twoFrames(page)
  await page.mouse.move(to[0], to[1])
  await twoFrames(page)
  await page.mouse.up()
  await twoFrames(page)
}

describe('a sheet laid on the map by hand', () => {
  it('is laid by mouse and pulled into place, undone to nothing, and comes back after a reload', async () => {
    const { user, mapId, opened, page } = await openOwnMap(stage)
    await goToPlace(page, MIDDLE)
    await zoomTo(page, 'Base map', 20)
    const began = performance.now()
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await page
      .getByRole('region', { name: 'Control points' })
      .getByRole('button', { name: 'Lay it on the map' })
      .click()
    await laying(page).getByText('Drag your map to where it belongs').waitFor()
    await untilDrawn(page)
    await laying(page).getByRole('button', { name: 'Bring it here' }).click()
    await untilDrawn(page)
    const view = await viewOf(page, 'Base map')
    const box = await boxOf(page, 'Base map')
    const middle: Screen = [box.x + box.width / 2, box.y + box.height / 2]
    const share = Math.min(box.width / 800, box.height / 600) * 0.62
    const corner: Screen = [middle[0] + 400 * share, middle[1] + 300 * share]
    // A corner makes it as large as the place is, well enough.
    const wanted = (10 / view.unitsPerPx) * 1.03
    await drag(page, corner, [middle[0] + 400 * wanted, middle[1] + 300 * wanted])
    // The handle above turns it, a hand moves it.
    const above: Screen = [middle[0], middle[1] - (300 + 600 * 0.14) * wanted]
    await drag(page, above, [above[0] + 12, above[1]])
    await drag(page, middle, [middle[0] + 9, middle[1] - 7])
    await laying(page)
      .getByText(/^4\.\d\d\skm wide; it lies turned \d° clockwise$/)
      .first()
      .waitFor()
    await untilDrawn(page)
    await picture(page, 'laid-1280')
    const { violations } = await new AxeBuilder({ page }).include('[data-pane="map"]').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await laying(page).getByRole('button', { name: 'Fix in place' }).click()
    await pulling(page).getByText('3 spots far apart are enough.').waitFor()
    await page.getByRole('status').getByText('The scan lies on the map').waitFor({ state: 'attached' })

    const spots: Screen[] = [
      [-150, -100],
      [150, -105],
      [140, 100],
      [-140, 110],
      [20, 5],
    ]
    for (const [at, [right, down]] of spots.slice(0, SPOTS).entries()) {
      const from: Screen = [Math.round(middle[0] + right), Math.round(middle[1] + down)]
      const { image } = await readAt(page, 'Base map', from)
      await drag(page, from, view.toScreen(placeOf(image!)))
      await pointCount(page, at + 1).waitFor()
    }
    tell('mouse', began)
    await pulling(page).getByText('The spots you have matched stay put').waitFor()
    await untilPairsTrue(user, mapId, SPOTS, 4 * view.unitsPerPx)
    await untilDrawn(page)
    await picture(page, 'pulled-1280')
    // The nearest pair moves where a pull begins on it, and its step is a move.
    const [x, y] = view.toScreen(placeOf((await keptPairs(user, mapId))[SPOTS - 1]!.image))
    await drag(page, [x, y], [x + 40, y])
    const said = (text: string) => page.getByRole('status').getByText(text).waitFor({ state: 'attached' })
    await said(`Point ${SPOTS} moved on the map`)
    await page.keyboard.press('Control+z')
    await said(`Undone: move point ${SPOTS} on the map`)
    // What was dragged is chosen; Escape lets it go. A place that fits is pressed.
    await page.keyboard.press('Escape')
    await page.mouse.move(middle[0] + 60, middle[1] + 40)
    await page.mouse.click(middle[0] + 60, middle[1] + 40)
    await pointCount(page, SPOTS + 1).waitFor()
    await untilPairsTrue(user, mapId, SPOTS + 1, 5 * view.unitsPerPx)

    for (let count = SPOTS; count > 0; count -= 1) {
      await page.keyboard.press('Control+z')
      await pointCount(page, count).waitFor()
    }
    await page.keyboard.press('Control+z')
    await pointCount(page, 0).waitFor()
    await expect.poll(() => pulling(page).count()).toBe(1)
    await page.keyboard.press('Control+z')
    await pulling(page).waitFor({ state: 'detached' })
    await pointCount(page, 0).waitFor()
    await page.getByRole('button', { name: 'Overlay opacity' }).waitFor({ state: 'detached' })
    for (let step = 0; step < SPOTS + 2; step += 1) await page.keyboard.press('Control+Shift+z')
    await pointCount(page, SPOTS + 1).waitFor()
    await untilPairsTrue(user, mapId, SPOTS + 1, 5 * view.unitsPerPx)

    await page.reload()
    await pointCount(page, SPOTS + 1).waitFor()
    await untilDrawn(page)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('is laid by keys and pulled under the cross; laid and not pulled yet, it comes back after a reload', async () => {
    const { user, mapId, opened, page } = await openOwnMap(stage)
    const map = paneOf(page, 'Base map').getByRole('application').first()
    const began = performance.now()
    await map.focus()
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Place or coordinates' }).fill(MIDDLE)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Place or coordinates' }).waitFor({ state: 'detached' })
    await untilDrawn(page)
    await map.focus()
    for (const key of ['-', '-', 'l']) await page.keyboard.press(key)
    await laying(page).waitFor()
    for (const key of ['ArrowRight', 'Shift+ArrowUp', 'ArrowDown', ']', '.', '>', '[', '+', '+', '-'])
      await page.keyboard.press(key)
    await laying(page).getByText('it lies turned 16° clockwise').first().waitFor()
    // Fourteen to the left again, and down.
    for (const key of ['<', 'Shift+ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await pulling(page).waitFor()
    await expect
      .poll(async () => (await callApi(user, getDraft, { params: { id: mapId } })).draft?.laid?.turnDegrees, {
        timeout: 20_000,
      })
      .toBeCloseTo(1)
    await page.reload()
    await page.getByRole('button', { name: 'Overlay opacity' }).waitFor()
    await paneOf(page, 'Base map').getByRole('button', { name: 'Show the whole map' }).click()
    await untilDrawn(page)
    await map.focus()
    await page.keyboard.press('l')
    await pulling(page).waitFor()

    const cross = async () => {
      await untilDrawn(page)
      const readout = paneOf(page, 'Base map').getByRole('group', { name: 'Coordinates' })
      await readout.and(page.locator('[aria-busy="false"]')).waitFor()
      const { image, map: place } = parseReading(await readout.innerText())
      return { image: image!, place: place! }
    }
    const press = async (count: number, keys: readonly [more: string, less: string], modifier = '') => {
      for (let at = 0; at < Math.abs(count); at += 1)
        await page.keyboard.press(`${modifier}${count > 0 ? keys[0] : keys[1]}`)
    }
    const RIGHT = ['ArrowRight', 'ArrowLeft'] as const
    const DOWN = ['ArrowDown', 'ArrowUp'] as const
    const first = await cross()
    await press(1, RIGHT)
    const metres = ((await cross()).place[0] - first.place[0]) / 80
    // Who does not see the crosshair is told where the keys have brought it, and where the next ones do.
    const said = page.getByRole('status').getByText(/^Crosshair on the map: /)
    await said.waitFor({ state: 'attached' })
    const saidFirst = await said.innerText()
    const go = async (px: number, keys: typeof RIGHT | typeof DOWN) => {
      await press(Math.trunc(px / 8), keys, 'Control+')
      await press(Math.round(px - 8 * Math.trunc(px / 8)), keys, 'Control+Shift+')
    }
    // Of the scan's px: more than half of an arrow's way, and so few that no two spots are near each other.
    const NEAR = 110
    /** Leads the cross to a place of the scan by arrows, and reads where it is then. */
    const lead = async (to: readonly [number, number]) => {
      let at = await cross()
      for (const [axis, keys] of [
        [0, RIGHT],
        [1, DOWN],
      ] as const)
        for (let arrows = 0; Math.abs(to[axis] - at.image[axis]) > NEAR && arrows < 20; arrows += 1) {
          await press(Math.sign(to[axis] - at.image[axis]), keys)
          at = await cross()
        }
      return at
    }
    // Near the sheet's corners one after another, and in its middle.
    for (const [at, spot] of (
      [
        [130, 140],
        [670, 140],
        [670, 460],
        [130, 460],
        [400, 300],
      ] as const
    )
      .slice(0, SPOTS)
      .entries()) {
      const { image, place } = await lead(spot)
      if (at === 0) await expect.poll(() => said.innerText()).not.toBe(saidFirst)
      await page.keyboard.press('Enter')
      await expect
        .poll(() => pulling(page).innerText())
        .toContain('You have picked up the spot under the cross')
      const [trueX, trueY] = placeOf(image)
      await go((trueX - place[0]) / metres, RIGHT)
      await go((place[1] - trueY) / metres, DOWN)
      await page.keyboard.press('Enter')
      await pointCount(page, at + 1).waitFor()
    }
    tell('keys', began)
    await untilPairsTrue(user, mapId, SPOTS, 2 * metres)
    await page.keyboard.press('Escape')
    await pulling(page).waitFor({ state: 'detached' })
    // From a list of commands, and told by the list of keys.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { expanded: true }).waitFor()
    await page.keyboard.type('lay it')
    await page.keyboard.press('Enter')
    await pulling(page).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Lay the scan on the map, then pull it into place').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await pulling(page).waitFor({ state: 'detached' })

    // Turned by keys, each pane says what lies under the pointer, and a mark is pressed where it is seen.
    await paneOf(page, 'Scan').getByRole('application').first().focus()
    await page.keyboard.press('>')
    await paneOf(page, 'Base map').getByRole('button', { name: 'Map turns with the scan' }).click()
    await untilDrawn(page)
    const across = async (pane: 'Scan' | 'Base map') => {
      const box = await boxOf(page, pane)
      const at: Screen = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height * 0.4)]
      const [a, b] = [await readAt(page, pane, at), await readAt(page, pane, [at[0] + 80, at[1]])]
      const [from, to] = pane === 'Scan' ? [a.image!, b.image!] : [a.map!, b.map!]
      return { at, from, right: [(to[0] - from[0]) / 80, (to[1] - from[1]) / 80] as const }
    }
    const scan = await across('Scan')
    expect(scan.right[0]).toBeGreaterThan(0)
    expect(scan.right[1]).toBeCloseTo(-scan.right[0], 1)
    const base = await across('Base map')
    // The sheet itself lies north up, but for the px of a hand.
    expect(base.right[1] / base.right[0]).toBeGreaterThan(0.9)
    expect(base.right[1] / base.right[0]).toBeLessThan(1.1)
    await picture(page, 'turned-1280')
    const { image } = (await keptPairs(user, mapId))[1]!
    const way = [image[0] - scan.from[0], image[1] - scan.from[1]] as const
    const [right, down] = scan.right
    const square = right ** 2 + down ** 2
    const mark: Screen = [
      scan.at[0] + (way[0] * right + way[1] * down) / square,
      scan.at[1] + (way[1] * right - way[0] * down) / square,
    ]
    await page.mouse.click(mark[0], mark[1])
    await page.getByRole('toolbar', { name: 'Point 2' }).waitFor()
    await page.keyboard.press('Escape')
    await paneOf(page, 'Scan').getByRole('button', { name: 'Scan north up' }).click()
    await untilDrawn(page)
    await expect
      .poll(async () => Math.abs((await across('Scan')).right[1] / square ** 0.5))
      .toBeLessThan(0.05)
    await expect
      .poll(async () => Math.abs((await across('Base map')).right[1] / base.right[0]))
      .toBeLessThan(0.1)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('is laid, turned and stretched by fingers on a phone, pinned by taps and pulled above the finger', async () => {
    const { user, mapId, opened, page } = await openOwnMap(
      stage,
      {},
      { width: 390, height: 844, touch: true },
    )
    const fingers = await fingersOn(page, BRIEF)
    await page.getByRole('radiogroup', { name: 'Pane shown' }).getByText('Map', { exact: true }).tap()
    await page.getByRole('button', { name: 'Search places' }).tap()
    await page.getByRole('combobox', { name: 'Place or coordinates' }).fill(MIDDLE)
    await page.getByRole('option').first().tap()
    await page.getByRole('combobox', { name: 'Place or coordinates' }).waitFor({ state: 'detached' })
    await untilDrawn(page)
    const began = performance.now()
    await page.getByRole('button', { name: 'Open the accuracy table' }).tap()
    await page
      .getByRole('region', { name: 'Control points' })
      .getByRole('button', { name: 'Lay it on the map' })
      .tap()
    await laying(page).getByText('Drag the old map with one finger').waitFor()
    await untilDrawn(page)
    const box = await boxOf(page, 'Base map')
    const middle: Screen = [box.x + box.width / 2, box.y + box.height / 2]
    // Beside the sheet two fingers are the map's, and the sheet comes along on demand.
    await fingers.pinch(middle, 260, 45)
    await untilDrawn(page)
    await laying(page).getByRole('button', { name: 'Bring it here' }).tap()
    await fingers.drag(middle, [middle[0] + 40, middle[1] - 24])
    await fingers.pinch([middle[0] + 40, middle[1] - 24], 100, 116)
    await fingers.twist([middle[0] + 40, middle[1] - 24], 110, 12)
    await laying(page)
      .getByText(/it lies turned 1[0-4]° clockwise/)
      .first()
      .waitFor()
    await laying(page).getByRole('button', { name: 'Turn left' }).tap()
    await untilDrawn(page)
    await picture(page, 'laid-390')
    for (const button of await laying(page).getByRole('button').all())
      await expect.poll(async () => (await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: 'Fix in place' }).tap()
    await pulling(page).getByText('Two fingers move the map.').waitFor()

    // Two taps pin two places; what the draft says of them is how the view lies.
    const pin = async (at: Screen, count: number) => {
      await page.touchscreen.tap(at[0], at[1])
      await pointCount(page, count).waitFor()
    }
    const spots: Screen[] = [
      [middle[0] - 40, middle[1] - 80],
      [middle[0] + 120, middle[1] - 70],
      [middle[0] + 100, middle[1] + 20],
      [middle[0] - 50, middle[1] + 20],
      [middle[0] + 40, middle[1] - 24],
    ]
    await pin(spots[0]!, 1)
    await pin(spots[1]!, 2)
    let kept: { image: readonly [number, number]; map: readonly [number, number] }[] = []
    const look = async (count: number) => {
      await expect
        .poll(
          async () => {
            const { draft } = await callApi(user, getDraft, { params: { id: mapId } })
            kept = (draft?.transformation.imagePoints ?? []).map(({ pixelX, pixelY }, at) => ({
              image: [pixelX, pixelY],
              map: draft!.transformation.mapPoints[at]!,
            }))
            return kept.length
          },
          { timeout: 20_000 },
        )
        .toBe(count)
    }
    await look(2)
    const metres = (kept[1]!.map[0] - kept[0]!.map[0]) / (spots[1]![0] - spots[0]![0])
    const pinned = kept[0]!.map
    const toScreen = ([x, y]: readonly [number, number]): Screen => [
      spots[0]![0] + (x - pinned[0]) / metres,
      spots[0]![1] - (y - pinned[1]) / metres,
    ]
    const LIFT = 100
    /** What a finger drags rises above it. */
    const pull = async (at: number) => {
      const [x, y] = toScreen(placeOf(kept[at]!.image))
      await fingers.drag(toScreen(kept[at]!.map), [x, y + LIFT / 2], [x, y + LIFT])
    }
    await pull(0)
    await pull(1)
    for (let at = 2; at < SPOTS; at += 1) {
      await pin(spots[at]!, at + 1)
      await look(at + 1)
      await pull(at)
    }
    tell('fingers', began)
    await untilPairsTrue(user, mapId, SPOTS, 4 * metres)
    await untilDrawn(page)
    await picture(page, 'pulled-390')
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})
