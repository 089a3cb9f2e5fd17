import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'
import { drawSheet } from '../../demo/draw-sheet.ts'
import { SHEET, toSheet } from '../../demo/projection.ts'
import { type ExactPoint, checkPoints, townPoints } from '../../demo/sheet-points.ts'
import { drawSvg } from '../../demo/draw-svg.ts'
import { systemOfText } from '../../gcp-files/reference-systems/system-of-text.ts'
import { transformationAt } from '../../gcp-files/reference-systems/transformation.ts'
import { fitModel } from '../../server/raster/warp/fit.ts'
import { type Caller, callApi, fetchFile, newUser, refusedApi } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { goTo } from '../support/in-app.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'
import { gdalError, groundDistance, readChecks, rms } from './main-job-checks.ts'
import {
  boxOf,
  goToPlace,
  hidePoints,
  importPoints,
  pixelsOf,
  pointCount,
  pressAt,
  readAt,
  transform,
  untilCalm,
  viewOf,
  zoomTo,
} from './main-job-editor.ts'
import { type Grey, greyOf, halved, paint, sample, shiftOf } from './main-job-pictures.ts'
import { every, GDAL, itNeeding, JUDGE, JUDGE_PROGRAM, SYSTEM_PYTHON } from '../support/needs.ts'

// A busy machine draws these panes in software; the checks wait for events, never for a time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 })

const GDAL_AND_JUDGE = every(GDAL, JUDGE)

let server: SharedServer
let browser: Browser
let opened: TestPage
let page: Page
let owner: Caller
let folder: string

beforeAll(async () => {
  // Embedded base map alone: nothing that the page shows may depend on another host.
  server = await sharedServer()
  browser = await openBrowser()
  opened = await openPage(browser, server.url)
  owner = await newUser(server.url)
  // Places are found by what the panes say of them.
  await opened.page.addInitScript((token) => {
    localStorage.setItem('token', token)
    localStorage.setItem('editorReadouts', 'true')
  }, owner.token ?? '')
  page = opened.page
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-e2e-'))
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** Uploads a scan through the dialog and waits for the editor; returns the map's id. */
async function uploadThroughDialog(title: string, scan: Buffer): Promise<string> {
  await page.goto('/main')
  await page
    .getByRole('link', { name: 'New map' })
    .or(page.getByRole('button', { name: 'New map' }))
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Upload new map' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'scan.jpg', mimeType: 'image/jpeg', buffer: scan })
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await dialog.getByRole('button', { name: 'Upload map' }).click()
  await page.waitForURL('**/map-editor**', { timeout: 120_000 })
  await page.getByRole('region', { name: 'Scan', exact: true }).waitFor({ timeout: 60_000 })
  // A beginner's first map asks where it is; once that is answered, the introduction comes.
  const isIntroduced = await page.evaluate(
    () => localStorage.getItem('mapEditorTutorialCompleted') === 'true',
  )
  if (!isIntroduced) {
    await page.getByRole('button', { name: 'Other ways' }).click()
    await page.getByRole('button', { name: 'I would rather click pairs of points' }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
  }
  await untilCalm(page, 'Scan')
  await untilCalm(page, 'Base map')
  const id = new URL(page.url()).searchParams.get('mapId')
  if (!id) throw new Error(`the editor's address names no map: ${page.url()}`)
  return id
}

async function publishedFile(id: string): Promise<string> {
  const { files } = await callApi(owner, getMap, { params: { id } })
  if (!files.transformedPath) throw new Error('the map has no published file')
  const response = await fetchFile(owner, files.transformedPath)
  expect(response.status).toBe(200)
  const path = join(folder, `${id}.tif`)
  writeFileSync(path, Buffer.from(await response.arrayBuffer()))
  return path
}

/** Control points of the record as the server keeps them. */
async function storedPoints(id: string) {
  const { transformation } = await callApi(owner, getMap, { params: { id } })
  if (!transformation) throw new Error('the map has no control points')
  return transformation.mapPoints.map((map, i) => {
    const { pixelX, pixelY } = transformation.imagePoints[i]!
    return { map, image: [pixelX, pixelY] as const }
  })
}

/** Judges a published file against `gdalwarp -tps` with the same scan and points. */
async function expectLikeGdal(id: string, scan: Buffer): Promise<void> {
  const points = await storedPoints(id)
  const rows = points.map(({ map, image }) => `${map[0]},${map[1]},${image[0]},${-image[1]},1,0,0,0`)
  const [scanPath, pointsPath] = [join(folder, `${id}.jpg`), join(folder, `${id}.points`)]
  writeFileSync(scanPath, scan)
  writeFileSync(
    pointsPath,
    ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual', ...rows].join('\n'),
  )
  const judge = spawnSync(SYSTEM_PYTHON, [JUDGE_PROGRAM, await publishedFile(id), scanPath, pointsPath], {
    encoding: 'utf8',
  })
  expect(judge.stdout + judge.stderr).toMatch(/shift \(0, 0\) px/)
  expect(judge.status, judge.stdout).toBe(0)
}

describe('the main job on the drawn map', () => {
  const sheet = drawSheet()
  const towns = townPoints(sheet.towns)
  let scan: Buffer
  let truth: Grey
  let id: string

  beforeAll(async () => {
    scan = await drawSvg(sheet.svg, { format: 'jpeg', quality: 90 })
    const { data, info } = await sharp(scan).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    truth = greyOf({ width: info.width, height: info.height, data }, 3)
  })

  it('uploads the scan and opens it in the editor', async () => {
    id = await uploadThroughDialog('Lithuania 1820', scan)
    const view = await viewOf(page, 'Scan')
    const box = await boxOf(page, 'Scan')
    const [left, top] = view.toScreen([0, 0])
    const [right, bottom] = view.toScreen([SHEET.width, SHEET.height])
    expect(left).toBeGreaterThanOrEqual(box.x)
    expect(right).toBeLessThanOrEqual(box.x + box.width)
    expect(top).toBeGreaterThanOrEqual(box.y)
    expect(bottom).toBeLessThanOrEqual(box.y + box.height)
  })

  it('refuses to publish fewer than three points and says why', async () => {
    await page.getByRole('button', { name: 'Transform', exact: true }).click()
    await page.getByText('Insufficient control points').first().waitFor()
    expect((await callApi(owner, getMap, { params: { id } })).isTransformed).toBe(false)
  })

  it('pairs places by clicking them in both panes', async () => {
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await goToPlace(page, 'Siauliai')
    await zoomTo(page, 'Base map', 1_900)
    // Königsberg before there is an overlay: its slider lies over that corner of the map.
    const names = [
      'Königsberg',
      'Memel',
      'Windau',
      'Riga',
      'Dünaburg',
      'Wilna',
      'Kowno',
      'Schaulen',
      'Ponewesch',
    ]
    const [scanView, mapView] = [await viewOf(page, 'Scan'), await viewOf(page, 'Base map')]
    for (const [i, name] of names.entries()) {
      const town = towns.find((one) => one.name === name)!
      await pressAt(page, scanView.toScreen(town.image))
      await page.getByText('Now click the same place on the map').waitFor()
      await pressAt(page, mapView.toScreen(town.map))
      await pointCount(page, i + 1).waitFor()
    }
  })

  it('takes steps back and forth', async () => {
    await page.getByRole('button', { name: /^Undo/ }).click()
    await pointCount(page, 8).waitFor()
    await page.getByRole('button', { name: /^Redo/ }).click()
    await pointCount(page, 9).waitFor()
  })

  it('shows the warped scan live where the land is', async () => {
    await untilCalm(page, 'Base map')
    // Nine points clicked within a pixel of the screen (five of the scan) leave the bends between them unknown.
    const { dx, dy, likeness } = await overlayShift(truth)
    expect(likeness).toBeGreaterThan(0.5)
    expect(Math.hypot(dx, dy)).toBeLessThan(2)
  })

  it('follows the exact towns within half a pixel of the screen, and says so under the pointer', async () => {
    const file = [
      '#CRS: EPSG:3857',
      'mapX,mapY,sourceX,sourceY,enable',
      ...towns.map(({ map, image }) => `${map[0]},${map[1]},${image[0]},${-image[1]},1`),
    ]
    await importPoints(page, 'towns.points', file.join('\n'), towns.length)
    await pointCount(page, towns.length).waitFor()
    await hidePoints(page)
    const { dx, dy, likeness } = await overlayShift(truth)
    expect(likeness).toBeGreaterThan(0.6)
    // Half a pixel for the warp, and what the pane's edge is rounded by when the browser puts it on whole pixels.
    const edge = (await boxOf(page, 'Base map')).x % 1
    expect(Math.hypot(dx, dy)).toBeLessThan(0.5 + Math.min(edge, 1 - edge))
    const errors = await readoutErrors(checkPoints(200))
    expect(errors.length).toBeGreaterThan(15)
    // The spline between 78 towns misses the waves of the paper by a few pixels of 3,000.
    expect(rms(errors)).toBeLessThan(4)
  })

  it('publishes what was shown: the file lies where the live overlay lay', async () => {
    const box = await overlayBox()
    const live = greyOf(await pixelsOf(page, box), 4)
    await transform(page)
    const published = greyOf(await pixelsOf(page, box), 4)
    const { dx, dy, likeness } = shiftOf(live, published, 2)
    expect(likeness).toBeGreaterThan(0.9)
    expect(Math.hypot(dx, dy)).toBeLessThan(0.5)
    const { isTransformed, corners } = await callApi(owner, getMap, { params: { id } })
    expect(isTransformed).toBe(true)
    const [lon] = lonLatOf([corners!.minX, corners!.minY])
    expect(lon).toBeCloseTo(18.6, 0)
  })

  itNeeding(GDAL_AND_JUDGE, 'publishes what gdalwarp makes of the same scan and points', () =>
    expectLikeGdal(id, scan),
  )

  it('is there again after a reload, and reports no error on the way', async () => {
    await page.reload()
    await pointCount(page, towns.length).waitFor({ timeout: 60_000 })
    await untilCalm(page, 'Base map')
    expect(opened.takeErrors()).toEqual([])
  })
})

describeWithSharedData('the main job on maps with known errors', () => {
  let id: string

  // golden/warp-to-cog compares the warp of this map and its check points with GDAL's in the short form too.
  if (process.env.LONG)
    itNeeding(
      GDAL_AND_JUDGE,
      'reaches the accuracy of gdalwarp on a synthetic map with exact points',
      async () => {
        const scan = readFileSync(sharedData('synthetic-lithuania', 'map.jpg'))
        const id = await uploadThroughDialog('Synthetic Lithuania', scan)
        const file = readFileSync(sharedData('synthetic-lithuania', 'gcps_exact.points'))
        await importPoints(page, 'gcps_exact.points', file, 60)
        await pointCount(page, 60).waitFor()
        await untilCalm(page, 'Base map')
        await transform(page)
        await expectLikeGdal(id, scan)
        const points = await storedPoints(id)
        const checks = readChecks(sharedData('synthetic-lithuania', 'checkpoints_exact.csv'))
        const { model, footprint } = await fitModel({
          gcps: points.map(({ map, image }) => ({ image, map })),
          transformationType: 'TPS',
          imageSize: [3600, 2800],
        })
        const ours = rms(
          checks.map(({ image, map }) => {
            const found = model.imageToMap(Float64Array.from(image))
            return groundDistance([found[0]!, found[1]!], map)
          }),
        )
        footprint.free()
        model.free()
        expect(ours).toBeLessThan(300)
        expect(ours).toBeLessThanOrEqual(1.01 * gdalError(points, checks))
      },
    )

  it('takes 343 points of a map of 1798 in a foreign system, and a dragged one', async () => {
    const scan = readFileSync(sharedData('basel-1798', 'old_map.jpg'))
    id = await uploadThroughDialog('Basel 1798', scan)
    const file = readFileSync(sharedData('basel-1798', 'gcps.points'), 'utf8')
    await importPoints(page, 'gcps.points', file, 343)
    await pointCount(page, 343).waitFor()
    await untilCalm(page, 'Base map')
    await untilCalm(page, 'Scan')
    const inFile = swissPoints(file)
    const view = await viewOf(page, 'Scan')
    const dragged = view.toScreen(inFile[100]!.image)
    await page.mouse.move(...dragged)
    await page.mouse.down()
    for (let step = 1; step <= 6; step++) await page.mouse.move(dragged[0] + 3 * step, dragged[1] + 2 * step)
    await page.mouse.up()
    await page.locator('button[data-pending="true"]').waitFor()
    await untilCalm(page, 'Base map')
    await transform(page)
    const stored = await storedPoints(id)
    const moved = stored.filter(
      (point, i) =>
        Math.hypot(point.image[0] - inFile[i]!.image[0], point.image[1] - inFile[i]!.image[1]) > 1,
    )
    expect(stored).toHaveLength(343)
    expect(moved).toHaveLength(1)
    const found = await systemOfText('EPSG:21781')
    const swiss = found.ok && transformationAt(found.system, inFile[0]!.place)
    if (!swiss) throw new Error('there is no EPSG:21781')
    for (const [i, { map }] of stored.entries())
      expect(groundDistance(map, swiss.toMap(...inFile[i]!.place))).toBeLessThan(1)
  })

  // GDAL takes half a minute; wasm-tps/tests/golden and golden/warp-systems compare these points with it in both forms.
  if (process.env.LONG)
    itNeeding(GDAL_AND_JUDGE, 'publishes what gdalwarp makes of the 343 points', () =>
      expectLikeGdal(id, readFileSync(sharedData('basel-1798', 'old_map.jpg'))),
    )
})

/** Pixels of the scan and places in the Swiss system, as a QGIS file has them. */
const swissPoints = (file: string) =>
  file
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => {
      const [x = NaN, y = NaN, pixelX = NaN, pixelY = NaN] = row.split(',').map(Number)
      return { place: [x, y] as const, image: [pixelX, -pixelY] as const }
    })

describe('points that cannot be fitted', () => {
  it('are named in the editor and by the API, and nothing is lost', async () => {
    const id = await addConverted(owner, await drawnScan(600, 400), { title: 'Impossible' })
    await goTo(page, `/map-editor?mapId=${id}`)
    await untilCalm(page, 'Scan')
    await untilCalm(page, 'Base map')
    const cases = [
      {
        points: [
          [100, 100],
          [200, 200],
          [300, 300],
        ],
        message: 'Collinear control points',
      },
      {
        points: [
          [100, 100],
          [100, 100],
          [300, 200],
        ],
        message: 'Duplicate control points detected',
      },
    ] as const
    for (const { points, message } of cases) {
      const mapOf = ([x, y]: readonly [number, number]) => mapPointOf(23 + x / 1000, 55 - y / 1000)
      const rows = points.map((p) => [...mapOf(p), p[0], -p[1], 1].join(','))
      const file = ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable', ...rows].join('\n')
      await importPoints(page, 'bad.points', file, 3)
      await page.getByText(message).first().waitFor()
      await pointCount(page, 3).waitFor()
      const body = {
        mapPoints: points.map((p): [number, number] => [...mapOf(p)] as [number, number]),
        imagePoints: points.map(([pixelX, pixelY]) => ({ pixelX, pixelY })),
      }
      const refused = await refusedApi(owner, transformMap, { params: { id }, body })
      expect(refused.status).toBe(400)
      expect(refused.body.message).toContain(message)
    }
    const { isTransformed, files } = await callApi(owner, getMap, { params: { id } })
    expect(isTransformed).toBe(false)
    expect(files.convertedFilePath).not.toBeNull()
  })
})

/** A part of the base pane that the overlay covers and no control lies over. */
async function overlayBox() {
  const box = await boxOf(page, 'Base map')
  const [width, height] = [240, 200]
  return {
    x: Math.round(box.x + (box.width - width) / 2) + 40,
    y: Math.round(box.y + (box.height - height) / 2) - 20,
    width,
    height,
  }
}

/** How far the overlay on the screen lies from where the sheet's formula puts it, in CSS px. */
async function overlayShift(truth: Grey) {
  const view = await viewOf(page, 'Base map')
  const box = await overlayBox()
  // Park the pointer where it shows nothing.
  await page.mouse.move(box.x, box.y + box.height + 60)
  await untilCalm(page, 'Base map')
  const shown = greyOf(await pixelsOf(page, box), 4)
  const coarse = halved(halved(truth))
  const [a, b] = [mapPointOf(22, 54.5), mapPointOf(25, 56.5)]
  const [sa, sb] = [view.toScreen(a), view.toScreen(b)]
  const expected = paint(box.width, box.height, (x, y) => {
    const mx = a[0] + ((box.x + x - sa[0]) / (sb[0] - sa[0])) * (b[0] - a[0])
    const my = a[1] + ((box.y + y - sa[1]) / (sb[1] - sa[1])) * (b[1] - a[1])
    const [lon, lat] = lonLatOf([mx, my])
    const [px, py] = toSheet(lon, lat)
    return sample(coarse, px / 4, py / 4)
  })
  return shiftOf(expected, shown, 6)
}

/** Readings of the pointer tell enough with these; each takes some frames. */
const ENOUGH_READINGS = 25

/** At check points in view: how far the pane's reading of the scan is from the truth, in pixels of the scan. */
async function readoutErrors(checks: readonly ExactPoint[]): Promise<number[]> {
  const view = await viewOf(page, 'Base map')
  const box = await overlayBox()
  const errors: number[] = []
  for (const check of checks) {
    const [x, y] = view.toScreen(check.map).map(Math.round) as [number, number]
    if (errors.length === ENOUGH_READINGS) break
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue
    const { image, map } = await readAt(page, 'Base map', [x, y])
    if (!image || !map) continue
    const [px, py] = toSheet(...lonLatOf(map))
    errors.push(Math.hypot(image[0] - px, image[1] - py))
  }
  return errors
}
