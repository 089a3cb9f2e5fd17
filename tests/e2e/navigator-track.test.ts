import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import {
  openNavigator,
  positionAt,
  screen,
  setNavigatorStage,
  untilDrawn,
  writtenOf,
  type NavigatorStage,
} from './navigator-stage.ts'

/** A machine may have much else to do. */
const SOON = { timeout: 15_000 }

let stage: NavigatorStage
let opened: TestPage
let page: Page

beforeAll(async () => {
  stage = await setNavigatorStage()
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const panel = () => page.getByRole('region', { name: 'Track and places' })
const length = () => panel().locator('strong').innerText()
async function saved(name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()])
  return readFile(await download.path(), 'utf8')
}

const MOMENTS = ['2026-05-01T10:00:00.000Z', '2026-05-01T10:00:05.000Z']
/** As a program that turns GPX into GeoJSON writes it, and as a line drawn by hand is. */
const ELSEWHERE = [
  {
    type: 'Feature',
    properties: { name: 'Walk', coordinateProperties: { times: MOMENTS } },
    geometry: {
      type: 'LineString',
      coordinates: [
        [25.2, 54.6, 112.5],
        [25.21, 54.61, 113],
      ],
    },
  },
  {
    type: 'Feature',
    properties: {},
    geometry: {
      type: 'LineString',
      coordinates: [
        [25.3, 54.7],
        [25.31, 54.7],
      ],
    },
  },
  {
    type: 'Feature',
    properties: { name: 'Senasis malūnas <&>', time: '2026-05-01T10:00:03.000Z' },
    geometry: { type: 'Point', coordinates: [25.205, 54.605, 110] },
  },
  { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [25.305, 54.705] } },
]

/** A photo of a phone; without a pixel of the scan it says nothing of where it was taken. */
async function photo(name: string, pixel?: readonly [number, number]) {
  const drawn = sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
  const place = pixel && positionAt(pixel)
  const seconds = (degrees: number) => `${Math.round(degrees * 3_600_000)}/3600000 0/1 0/1`
  const exif = place && {
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: seconds(place.latitude),
      GPSLongitudeRef: 'E',
      GPSLongitude: seconds(place.longitude),
      GPSImgDirection: '135/1',
    },
  }
  const buffer = await (exif ? drawn.withExif(exif) : drawn).jpeg().toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

it('records the way and marked places, loses nothing to a full disk or a killed tab, takes photos, and gives all away', async () => {
  opened = await openNavigator(stage, { width: 390, height: 844, position: positionAt([400, 300], 5) })
  page = opened.page
  await untilDrawn(page, 'none')
  await page.locator('[data-location]').waitFor()
  await button('Track and places').click()
  await button('Record').click()
  // It begins with what the device says from now on.
  await panel().getByText('Not yet recording').waitFor()
  await page.context().setGeolocation(positionAt([400.01, 300], 5))
  await panel().getByText('Recording', { exact: true }).waitFor()
  // 20 px of the scan are 200 m of the projection, 116 m on the ground there.
  for (const x of [420, 440, 460]) {
    await page.context().setGeolocation(positionAt([x, 300], 5))
    await expect.poll(length, SOON).toBe(`${Math.round(((x - 400) / 20) * 115.9)}\u00A0m`)
  }
  // Further off than anybody gets so soon: it is gone on with there, and the way between is not counted.
  await page.context().setGeolocation(positionAt([14_500, 300], 5))
  await expect.poll(() => writtenOf(page, 'points'), SOON).toHaveLength(5)
  await page.context().setGeolocation(positionAt([14_520, 300], 5))
  await expect.poll(length, SOON).toBe('464\u00A0m')
  await button('Mark this place').click()
  await panel().getByPlaceholder('What is here?').fill('Old mill')
  await page.locator('[data-waypoint]').getByText('Old mill').waitFor()
  // The keyboard takes its part of the window: the field stays above the bar, and no button lies on another.
  await page.setViewportSize({ width: 390, height: 520 })
  const bottomOf = async (part: Locator) =>
    ((box) => (box?.y ?? 0) + (box?.height ?? 0))(await part.boundingBox())
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  const note = panel().getByPlaceholder('What is here?')
  await expect.poll(async () => (await bottomOf(note)) <= (await bottomOf(panel()))).toBe(true)
  await expect.poll(async () => (await bottomOf(note)) <= (await topOf(button('Measure')))).toBe(true)
  await expect
    .poll(
      async () =>
        (await bottomOf(page.getByRole('button', { name: /^Compass/ }))) <=
        (await topOf(page.getByRole('button', { name: /^Track and places/ }))),
    )
    .toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })

  await expect
    .poll(() => writtenOf(page, 'waypoints'))
    .toContainEqual(expect.objectContaining({ note: 'Old mill' }))

  // The disk is full: said whatever is open, and what was recorded meanwhile is written once there is room.
  // (The browser looks at its own limit only now and then.)
  const setFull = (isFull: boolean) =>
    page.evaluate((full) => {
      const add: unknown = Reflect.get(window, 'realAdd') ?? Reflect.get(IDBObjectStore.prototype, 'add')
      Reflect.set(window, 'realAdd', add)
      const refuse = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
      Reflect.set(IDBObjectStore.prototype, 'add', full ? refuse : add)
    }, isFull)
  await setFull(true)
  await button('Close').click()
  await page.context().setGeolocation(positionAt([480, 300], 5))
  await page.getByText('What you record is not on this device’s disk').waitFor()
  await button('Track and places: not on this device’s disk').waitFor()
  expect(await saved('Save as GPX')).toContain('<trkpt ')
  await setFull(false)
  await button('Try again').click()
  await button('Track and places, recording').waitFor()
  await expectAbsent(page.getByText('What you record is not on this device’s disk'))

  // The tab ends without a word, as when the phone runs out of memory or power.
  const context = page.context()
  const device = await context.newCDPSession(page)
  const killed = page.waitForEvent('crash')
  device.send('Page.crash').catch(() => undefined)
  await killed
  page = await context.newPage()
  await page.goto('/navigator')
  await screen(page).waitFor()
  await page.getByText('The recording goes on').waitFor()
  // The first position from then on is recorded too.
  await page.locator('[data-location]').waitFor()
  const reopened = await context.newCDPSession(page)
  await reopened.send('Emulation.setGeolocationOverride', positionAt([480.01, 300], 5))
  await button('Track and places, recording').click()
  await expect.poll(length, SOON).toBe('464\u00A0m')
  await panel().getByText('Recording', { exact: true }).waitFor()
  await button('Stop recording').click()
  await button('Track and places').waitFor()
  await expect.poll(() => panel().getByPlaceholder('What is here?').inputValue()).toBe('Old mill')

  const photos = [
    await photo('a.jpg', [500, 340]),
    await photo('b.jpg'),
    { ...(await photo('c.jpg')), buffer: Buffer.from('?') },
  ]
  await panel().getByLabel('Add photos').setInputFiles(photos)
  await panel().getByText('1 place added.').waitFor()
  await panel().getByText('No photo that can be read: c.jpg').waitFor()
  await panel().getByText('b.jpg says no position').waitFor()
  await button('Put where I am').click()
  await panel().getByText('3 places').waitFor()
  const notes = await panel()
    .getByPlaceholder('What is here?')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  expect(notes).toEqual(['Old mill', 'a.jpg, facing 135°', 'b.jpg'])

  // A place removed by mistake comes back with its note; one of the list is told from the others by its own.
  await button('Remove the place of b.jpg').click()
  await panel().getByText('2 places').waitFor()
  const told = page.getByText('Place removed: b.jpg')
  await told.waitFor()
  await button('Undo').click()
  await panel().getByText('3 places').waitFor()
  await expect.poll(() => panel().getByPlaceholder('What is here?').last().inputValue()).toBe('b.jpg')

  const gpx = await saved('Save as GPX')
  // There, far off, back again, and after the kill: each a part of its own.
  expect(gpx.split('<trkseg>').map((part) => part.split('<trkpt ').length - 1)).toEqual([0, 4, 2, 1, 1])
  expect(gpx).toContain('<name>Old mill</name>')
  const [, lat, lon] = /<wpt lat="([\d.]+)" lon="([\d.]+)">.*a\.jpg/.exec(gpx) ?? []
  expect(Number(lat)).toBeCloseTo(positionAt([500, 340]).latitude, 6)
  expect(Number(lon)).toBeCloseTo(positionAt([500, 340]).longitude, 6)
  const geojson = JSON.parse(await saved('Save as GeoJSON')) as { features: { geometry: { type: string } }[] }
  expect(geojson.features.map(({ geometry }) => geometry.type)).toEqual([
    'MultiLineString',
    'Point',
    'Point',
    'Point',
  ])

  await button('Remove all').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
  await expect.poll(length, SOON).toBe('0\u00A0m')
  const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await panel().getByLabel('Import a file').setInputFiles(file('walk.gpx', gpx))
  await expect.poll(length, SOON).toBe('464\u00A0m')
  await expect.poll(() => panel().getByPlaceholder('What is here?').first().inputValue()).toBe('Old mill')
  await panel().getByLabel('Import a file').setInputFiles(file('bad.gpx', '<gpx'))
  await page.getByText('bad.gpx holds no track that can be read').waitFor()

  // A track with moments and heights, a line drawn without any, and places: given away as they came.
  await button('Remove all').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
  await expect.poll(length, SOON).toBe('0\u00A0m')
  const field = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [] } }
  const elsewhere = JSON.stringify({ type: 'FeatureCollection', features: [...ELSEWHERE, field] })
  const picker = page.waitForEvent('filechooser')
  await button('Import a file').press('Enter')
  await (await picker).setFiles(file('walk.geojson', elsewhere))
  await page.getByText('1 area or other shape is left out').waitFor()
  await panel().getByText('2 places').waitFor()
  const back = JSON.parse(await saved('Save as GeoJSON')) as { features: { properties: object }[] }
  const [track, ...places] = back.features
  expect(track).toMatchObject({
    geometry: {
      type: 'MultiLineString',
      coordinates: ELSEWHERE.slice(0, 2).map(({ geometry }) => geometry.coordinates),
    },
    properties: { coordTimes: [MOMENTS, [null, null]] },
  })
  expect(places).toEqual(ELSEWHERE.slice(2))
})
