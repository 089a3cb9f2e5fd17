import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { DRAWN, type TestPage } from '../support/browser.ts'
import { addConverted } from '../support/map-templates.ts'
import {
  type EditorStage,
  exactPublication,
  openEditor,
  placeOf,
  SCAN,
  setEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { boxOf, importPoints, pixelsOf } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, DRAWN)
})
afterAll(() => stage?.end())

/** A picture of the middle of the base map, away from its cross. */
async function picture(page: Page): Promise<Buffer> {
  await untilDrawn(page)
  const { x, y, width, height } = await boxOf(page, 'Base map')
  const { data } = await pixelsOf(page, {
    x: Math.round(x + width / 2 + 40),
    y: Math.round(y + height / 2 + 40),
    width: 40,
    height: 40,
  })
  return data
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Map settings' }).click()
  const group = page.getByRole('radiogroup', { name: 'Distortion' })
  await group.getByRole('radio', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await group.waitFor({ state: 'detached' })
}

describe('what the warp does to the sheet', () => {
  /** One map, whose points each test replaces. */
  let opened: TestPage
  beforeAll(async () => {
    const user = await newUser(stage.server.url)
    const scan = await drawnScan(SCAN.width, SCAN.height)
    const fields = { title: 'Plan of Kaunas', dpi: '300' }
    const id = await addConverted(user, scan, fields, exactPublication(5))
    opened = await openEditor(stage, user, id)
  })
  afterAll(() => opened?.close())

  it('is told in words and shown in colours with a legend, and follows the points', async () => {
    const { page } = opened
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    // 10 m of the projection are 5.79 m on the ground there.
    await page
      .getByText(
        /One px of the scan is about 5\.8\sm on the ground, so that the sheet is about 1 : 68,[34]00 at 300\sdpi; it lies north up\./,
      )
      .waitFor()
    await page.getByRole('button', { name: 'Close the accuracy table' }).click()

    await choose(page, 'Areas')
    const legend = page.getByRole('group', { name: 'Areas', exact: true })
    await legend.getByText('Under the crosshair: × 1', { exact: true }).waitFor()
    await choose(page, 'Not shown')
    await legend.waitFor({ state: 'detached' })

    // Turned by a quarter, and pulled apart at one of its corners.
    const turned = ([x, y]: readonly [number, number]) => placeOf([SCAN.height - y, x])
    const pixels = [
      [40, 40],
      [760, 40],
      [760, 560],
      [40, 560],
      [400, 300],
    ] as const
    const rows = pixels.map((pixel, at) => {
      const [mapX, mapY] = turned(pixel)
      return [at === 2 ? mapX - 2_500 : mapX, mapY, pixel[0], -pixel[1], 1].join(',')
    })
    await importPoints(
      page,
      'turned.points',
      ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable', ...rows].join('\n'),
      5,
    )
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await page.getByText(/it lies turned (8\d|9\d)° clockwise\./).waitFor()
    await page.getByRole('button', { name: 'Close the accuracy table' }).click()
    const plain = await picture(page)
    await choose(page, 'Angles')
    const angles = page.getByRole('group', { name: 'Angles', exact: true })
    await angles.getByText(/^Under the crosshair: \d+(\.\d)?°$/).waitFor()
    await expect.poll(async () => (await picture(page)).equals(plain)).toBe(false)
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/distortion-1280.png` })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])
    await choose(page, 'Not shown')
    await expect.poll(async () => (await picture(page)).equals(plain)).toBe(true)
    expect(opened.takeErrors()).toEqual([])
  })

  it('is said to put places off by so much, under the crosshair, in all and in colours', async () => {
    const { page } = opened
    const readouts = page.getByRole('group', { name: 'Coordinates' })
    const few = 'Too few points to say how far off it may be (six are needed).'
    await readouts.getByText(few).waitFor()

    // 20 points of a bent sheet: some 100 m off.
    const rows = Array.from({ length: 20 }, (_, at) => {
      const [x, y] = [200 + 100 * (at % 5), 160 + 90 * Math.floor(at / 5)]
      const [mapX, mapY] = placeOf([x, y])
      return [mapX + 120 * Math.sin(7 * at), mapY + 120 * Math.cos(5 * at), x, -y, 1].join(',')
    })
    await importPoints(
      page,
      'bent.points',
      ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable', ...rows].join('\n'),
      20,
    )
    await readouts.getByText(/^May be \d+\sm off here$/).waitFor()
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await page
      .getByText(/^Places on this map may be \d+\sm off, \d+\sm at its edges\. Nine of ten are nearer\.$/)
      .waitFor()
    await page.getByRole('button', { name: 'Close the accuracy table' }).click()

    const plain = await picture(page)
    const turnOn = async () => {
      await page.getByRole('button', { name: 'Map settings' }).click()
      const shown = page.getByRole('switch', { name: 'How far off places may be' })
      await shown.click()
      await page.keyboard.press('Escape')
      await shown.waitFor({ state: 'detached' })
    }
    await turnOn()
    const legend = page.getByRole('group', { name: 'How far off places may be' })
    await legend.getByText(/^May be \d+\sm off here$/).waitFor()
    await expect.poll(async () => (await picture(page)).equals(plain)).toBe(false)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])
    await turnOn()
    await expect.poll(async () => (await picture(page)).equals(plain)).toBe(true)
    expect(opened.takeErrors()).toEqual([])
  })

  it('is said to be of the transformation that fits, and that one is taken', async () => {
    const { page } = opened
    // Sheared, which a similarity cannot follow, and a little off, which a spline follows too well.
    const off = [3, -4, 2, 5, -3, -2, 4, -5, 3, -4, 5, 2]
    const rows = Array.from({ length: 12 }, (_, at) => {
      const [x, y] = [80 + 210 * (at % 4), 70 + 220 * Math.floor(at / 4)]
      const [mapX, mapY] = placeOf([x + 0.4 * y, y])
      return [mapX + 10 * (off[at] ?? 0), mapY + 10 * (off[11 - at] ?? 0), x, -y, 1].join(',')
    })
    await importPoints(
      page,
      'sheared.points',
      ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable', ...rows].join('\n'),
      12,
    )
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await page.getByRole('button', { name: 'Which transformation fits?' }).click()
    const answer = page.getByText(
      /^Affine fits these points best\. Each point left out in turn is missed by: Affine /,
    )
    await answer.waitFor()
    const text = (await answer.textContent()) ?? ''
    // TPS, Helmert and the others are in order of their errors.
    const figures = [...text.matchAll(/ (\d+(?:\.\d+)?)\spx/g)].map(([, figure]) => Number(figure))
    expect(figures.length).toBe(6)
    expect(figures).toEqual(figures.toSorted((a, b) => a - b))
    expect(text).toMatch(/Helmert [\d.]+\spx\.$/)
    await page.getByRole('button', { name: 'Use Affine' }).click()
    await page.getByText(/^Affine fits these points as well as any\./).waitFor()
    expect(opened.takeErrors()).toEqual([])
  })
})
