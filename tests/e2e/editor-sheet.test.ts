import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { DRAWN, UNDRAWN } from '../support/browser.ts'
import { addConverted } from '../support/map-templates.ts'
import { type EditorStage, openEditor, setEditorStage } from './editor-stage.ts'
import { boxOf, pixelsOf, pointCount, pressAt, pressTool, untilCalm, viewOf } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, UNDRAWN)
})
afterAll(() => stage?.end())

const picture = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/sheet-${name}.png` })
}

type Place = readonly [x: number, y: number]
/** Of a sheet of 10′ × 6′ near 48.85° N, whose sides are as long as its ground. */
const FRAME: readonly Place[] = [
  [150, 100],
  [1050, 100],
  [1050, 919],
  [150, 919],
]
/** The same sheet's corners for a western edge, north-west first. */
const cornersFrom = (west: number): Place[] => {
  const east = west + 10 / 60
  return [
    [west, 48.9],
    [east, 48.9],
    [east, 48.8],
    [west, 48.8],
  ]
}

const SHEET = { width: 1200, height: 1020 }

async function addSheet(owner: Caller, title: string): Promise<string> {
  const [[left, top], , [right, bottom]] = FRAME as [Place, Place, Place, Place]
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}"><rect width="${SHEET.width}" height="${SHEET.height}" fill="#f3ead6"/>
    <rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="#222" stroke-width="3"/>
    ${Array.from({ length: 60 }, (_, n) => `<circle cx="${200 + ((n * 197) % 800)}" cy="${140 + ((n * 89) % 720)}" r="${6 + (n % 9)}" fill="none" stroke="#443"/>`).join('')}</svg>`
  const content = await sharp(Buffer.from(drawn)).png().toBuffer()
  const id = await addConverted(owner, { content, fileName: 'sheet.png' }, { title })
  return id
}

async function kept(user: Caller, id: string) {
  const { draft } = await callApi(user, getDraft, { params: { id } })
  const { imagePoints = [], mapPoints = [], mask } = draft?.transformation ?? {}
  return {
    image: imagePoints.map(({ pixelX, pixelY }) => [pixelX, pixelY]),
    lonLat: mapPoints.map((point) => lonLatOf(point)),
    mask: mask ?? [],
  }
}
const near = (places: readonly Place[], digits: number) =>
  places.map((place) => place.map((value) => expect.closeTo(value, digits)))

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sheet corners' })
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true })

describe('the corners of a sheet', () => {
  it('come from its frame and what is typed, from a neighbour, or are picked; one step each', async () => {
    const user = await newUser(stage.server.url)
    const [west, id] = [await addSheet(user, 'Western sheet'), await addSheet(user, 'Eastern sheet')]
    await callApi(user, transformMap, {
      params: { id: west },
      body: {
        imagePoints: FRAME.map(([pixelX, pixelY]) => ({ pixelX, pixelY })),
        mapPoints: cornersFrom(9 + 40 / 60).map(
          ([lon, lat]) => [...mapPointOf(lon, lat)] as [number, number],
        ),
      },
    })
    const opened = await openEditor(stage, user, id, DRAWN)
    const { page } = opened
    await pressTool(page, 'Sheet corners')
    await dialog(page).getByText('Type the four sides').waitFor()
    await field(page, 'Longitude from').selectOption('Ferro')
    await field(page, 'North').fill('48°54′')
    await field(page, 'West').fill('27 30')
    await field(page, 'Width').fill('10')
    await field(page, 'Height').fill("6'")
    await dialog(page).getByText('The sheet’s frame, found in the scan').waitFor()
    await dialog(page)
      .getByText(/12[.]2\d* × 11[.]1\d*\skm on the ground/)
      .waitFor()
    await field(page, 'West').fill('27 30 N')
    await dialog(page).getByText('This is on the other axis').waitFor()
    await field(page, 'West').fill('27 30')
    await picture(page, '1280')
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(violations.map(({ id: rule }) => rule)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Place 4 points' }).click()
    await pointCount(page, 4).waitFor()
    await expect
      .poll(() => kept(user, id))
      .toMatchObject({
        image: near(FRAME, -1),
        lonLat: near(cornersFrom(9 + 50 / 60), 6),
        mask: [near(FRAME, -1)],
      })
    await page.keyboard.press('Control+z')
    await page.getByRole('status').getByText('Undone: sheet by 4 points').waitFor({ state: 'attached' })

    // Where the neighbour's scan ends is drawn on the map, along the whole of the edge and nowhere beside it.
    const [[left], [right]] = FRAME as [Place, Place]
    const edge = 9 + 40 / 60 + ((10 / 60) * (SHEET.width - left)) / (right - left)
    const map = await viewOf(page, 'Base map')
    const at = (lat: number) => map.toScreen([...mapPointOf(edge, lat)] as [number, number])
    const alongEdge = Array.from({ length: 15 }, (_, n) => at(48.81 + n * 0.005))
    const box = await boxOf(page, 'Base map')
    const coloursOf = async () => {
      await page.mouse.move(1, 1)
      await untilCalm(page, 'Base map')
      const shot = await pixelsOf(page, box)
      return (dx: number) =>
        alongEdge.map(([x, y]) => {
          const first = 4 * (Math.round(y - box.y) * shot.width + Math.round(x + dx - box.x))
          return [...shot.data.subarray(first, first + 3)]
        })
    }
    const settings = async (isShown: boolean) => {
      await page.getByRole('button', { name: 'Map settings' }).click()
      await page.getByRole('switch', { name: 'Show outlines of georeferenced maps' }).setChecked(isShown)
      await page.keyboard.press('Escape')
      await page
        .getByRole('switch', { name: 'Show outlines of georeferenced maps' })
        .waitFor({ state: 'detached' })
      return coloursOf()
    }
    const before = await settings(false)
    /** Places along the edge at which some pixel within so many px of a line beside it is drawn over. */
    const drawnOver = (now: typeof before, from: number, to: number) => {
      const isOver = alongEdge.map(() => false)
      for (let dx = from; dx <= to; dx += 1)
        for (const [n, colour] of now(dx).entries())
          if (Math.hypot(...colour.map((value, c) => value - before(dx)[n]![c]!)) > 40) isOver[n] = true
      return isOver.filter(Boolean).length
    }
    const after = await settings(true)
    await picture(page, 'neighbour-1280')
    expect(drawnOver(after, -2, 2)).toBe(alongEdge.length)
    expect(drawnOver(after, 6, 12)).toBe(0)
    await settings(false)

    // The next sheet of the series begins where its neighbour ends.
    await pressTool(page, 'Sheet corners')
    await field(page, 'Longitude from').selectOption('Greenwich')
    await field(page, 'Or from a georeferenced sheet of the series').fill('Western')
    await dialog(page)
      .getByRole('button', { name: /^Western sheet/ })
      .click()
    await dialog(page).getByText('Western sheet reaches from 9°40′ to 9°50′').waitFor()
    await dialog(page).getByRole('button', { name: 'east of it' }).click()
    await expect.poll(() => field(page, 'East').inputValue()).toBe('10°00′')
    await expect.poll(() => field(page, 'South').inputValue()).toBe('48°48′')

    // By hand: three corners pressed, one of them again, and the last by the key at the cross.
    await field(page, 'Picked by hand').check()
    await dialog(page).getByRole('button', { name: 'Pick the four corners' }).click()
    const panel = page.getByRole('group', { name: 'Pick on the scan' })
    await panel.getByText('Corner 1 of 4: North-west').waitFor()
    const view = await viewOf(page, 'Scan')
    const press = (at: Place) => pressAt(page, view.toScreen(at))
    await press([300, 300])
    await panel.getByText('Corner 2 of 4: North-east').waitFor()
    await page.keyboard.press('Escape')
    await panel.getByText('Corner 1 of 4: North-west').waitFor()
    for (const corner of FRAME.slice(0, 3)) await press(corner)
    await panel.getByText('Corner 4 of 4: South-west').waitFor()
    await picture(page, 'pick-1280')
    await page.keyboard.press('a')
    await dialog(page).getByText('Picked by hand: all four').waitFor()
    await dialog(page).getByText('Across and down do not agree').waitFor()
    await dialog(page).getByRole('button', { name: 'Pick again' }).click()
    for (const [at, corner] of FRAME.entries()) {
      await panel.getByText(`Corner ${at + 1} of 4`).waitFor()
      await press(corner)
    }
    await field(page, 'Crop the scan to these corners').uncheck()
    await dialog(page).getByRole('button', { name: 'Place 4 points' }).click()
    await expect
      .poll(() => kept(user, id))
      .toMatchObject({ image: near(FRAME, -1), lonLat: near(cornersFrom(9 + 50 / 60), 6), mask: [] })
    await opened.close()
  })

  it('and the crosses of its graticule are picked on a phone under its cross', async () => {
    const user = await newUser(stage.server.url)
    const id = await addSheet(user, 'Sheet with crosses')
    const opened = await openEditor(stage, user, id, {
      width: 390,
      height: 844,
      touch: true,
      theme: 'dark',
    })
    const { page } = opened
    await page.getByRole('radiogroup', { name: 'Pane shown' }).getByText('Map', { exact: true }).tap()
    await page.getByRole('button', { name: 'Controls' }).tap()
    // Where other sheets end is seen while this one is placed.
    const outlines = page.waitForResponse(/\/maps\/outlines\/.*list=all/)
    await page.getByRole('switch', { name: 'Show outlines of georeferenced maps' }).check()
    expect((await outlines).ok()).toBe(true)
    await page.getByRole('button', { name: 'Sheet corners' }).tap()
    await picture(page, '390')
    await dialog(page).getByText('Crosses of the graticule').tap()
    await field(page, 'Coordinates of the crosses, one a line').fill('48°50′ N 9°55′ E\nAalen')
    await dialog(page).getByText('Line 2: these are no coordinates').waitFor()
    await field(page, 'Coordinates of the crosses, one a line').fill('48°50′ N 9°55′ E\n48°52′ 9°55′')
    await dialog(page).getByText('2 crosses read').waitFor()
    await picture(page, 'crosses-390')
    await dialog(page).getByRole('button', { name: 'Pick them on the scan' }).tap()
    const panel = page.getByRole('group', { name: 'Pick on the scan' })
    await panel.getByText('Cross 1 of 2: 48°50′ N 9°55′ E').waitFor()
    await picture(page, 'pick-390')
    await page.getByRole('button', { name: 'Take this place' }).tap()
    await panel.getByText('Cross 2 of 2').waitFor()
    await page.getByRole('button', { name: 'Take this place' }).tap()
    await dialog(page).getByText('2 crosses picked.').waitFor()
    await dialog(page).getByRole('button', { name: 'Place 2 points' }).tap()
    await expect
      .poll(() => kept(user, id))
      .toMatchObject({
        lonLat: near(
          [
            [9 + 55 / 60, 48 + 50 / 60],
            [9 + 55 / 60, 48 + 52 / 60],
          ],
          6,
        ),
      })
    await opened.close()
  })
})
