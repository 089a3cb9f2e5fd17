import type { Browser, Locator, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import { getMap } from '../../contract/api/maps.ts'
import { fitModel } from '../../server/raster/warp/fit.ts'
import type { FittedModel } from '../../cog/warp/fit-model.ts'
import { type Caller, callApi } from '../support/api.ts'
import { DRAWN, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { settled } from '../support/settled.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { controlsInSight } from './controls-in-sight.ts'
import { chooseFile, fingerOn, type Hand, mouseOn } from './first-map-hand.ts'
import { readChecks } from './main-job-checks.ts'
import { readAt, type Screen, viewOf } from './main-job-editor.ts'
import { isDrawn } from './public-page-stage.ts'

type Place = readonly [x: number, y: number]

/** The scan's size in px, and where the town lies on it that gives the map its place. */
const SCAN = { width: 1600, height: 1018 }
const TOWN: Place = [295, 221]

/** Places of the scan that are pulled, in its px: far apart, where the measured points tell what is true. */
const PULLED: readonly Place[] = [
  [340, 260],
  [1055, 322],
  [800, 575],
  [396, 727],
  [650, 350],
]

/** Part of the pane that a sheet takes up when it is laid (src/geometry/sheet-placement.ts). */
const LAID_SHARE = 0.62

/** What a finger drags rises so many px above it. */
const LIFT_PX = 100

const ENGLISH = {
  name: 'Martin',
  start: 'Start for free',
  username: 'Username',
  email: 'Email',
  password: 'Password',
  register: 'Create account',
  first: 'Upload your first map',
  pick: 'Pick a file',
  title: 'Title',
  upload: 'Upload map',
  where: 'Where is this map?',
  town: 'Basel',
  skip: 'Skip',
  fix: 'Fix in place',
  transform: 'Transform',
  published: 'Your map lies on today’s map',
  anyone: 'Anyone with the link',
}
type Words = typeof ENGLISH
const LITHUANIAN: Words = {
  name: 'Ieva',
  start: 'Pradėti nemokamai',
  username: 'Naudotojo vardas',
  email: 'El. paštas',
  password: 'Slaptažodis',
  register: 'Sukurti paskyrą',
  first: 'Įkelti pirmąjį žemėlapį',
  pick: 'Pasirinkti failą',
  title: 'Pavadinimas',
  upload: 'Įkelti žemėlapį',
  where: 'Kur yra šis žemėlapis?',
  town: 'Basel',
  skip: 'Praleisti',
  fix: 'Pritvirtinti',
  transform: 'Transformuoti',
  published: 'Jūsų žemėlapis jau guli ant dabartinio',
  anyone: 'Visi, kas turi nuorodą',
}

describeWithSharedData('a first map of a newcomer, from the landing page to a link', () => {
  let server: SharedServer
  let browser: Browser
  let truth: FittedModel
  const opened: TestPage[] = []

  beforeAll(async () => {
    server = await sharedServer()
    browser = await openBrowser()
    truth = await fitModel({
      gcps: readChecks(sharedData('basel-1798', 'gcps.csv')),
      transformationType: 'TPS',
      imageSize: [SCAN.width, SCAN.height],
    })
  })
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close()
  })
  afterAll(async () => {
    truth?.footprint.free()
    truth?.model.free()
    await browser?.close()
    await server?.stop()
  })

  /** Where a pixel of the scan truly lies, by 343 points that were measured. */
  const truePlaceOf = (pixel: Place): Place => {
    const [x, y] = truth.model.imageToMap(Float64Array.from(pixel))
    return [x!, y!]
  }

  /** A page of a browser that knows nothing of this instance. */
  async function openNew(options: OpenPageOptions): Promise<Page> {
    const page = await openPage(browser, server.url, { ...DRAWN, ...options })
    opened.push(page)
    return page.page
  }

  /** From the landing page to the editor, which asks where the map is; returns who one is, and the map's id. */
  async function bringMap(page: Page, hand: Hand, words: Words): Promise<{ user: Caller; id: string }> {
    const fill = async (field: Locator, text: string) => {
      await hand.press(field)
      await page.keyboard.insertText(text)
    }
    await page.goto('/')
    await hand.press(page.getByRole('link', { name: words.start }).first())
    await fill(page.getByRole('textbox', { name: words.username }), words.name)
    await fill(page.getByRole('textbox', { name: words.email }), `${words.name.toLowerCase()}@example.com`)
    await fill(page.getByLabel(words.password, { exact: true }), 'Quiet7Lantern')
    await hand.press(page.getByRole('button', { name: words.register, exact: true }))
    await hand.press(page.getByRole('button', { name: words.first }))
    const dialog = page.getByRole('dialog')
    await chooseFile(
      page,
      hand,
      dialog.getByRole('button', { name: words.pick }),
      sharedData('basel-1798', 'old_map.jpg'),
    )
    await fill(dialog.getByRole('textbox', { name: words.title, exact: true }), 'Landschaft Basel')
    await hand.press(dialog.getByRole('button', { name: words.upload, exact: true }))
    await page.waitForURL('**/map-editor**')
    await page.getByRole('region', { name: words.where }).waitFor()
    const id = new URL(page.url()).searchParams.get('mapId')!
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    return { user: { url: server.url, token }, id }
  }

  const mapBox = async (page: Page) => (await page.locator('[data-pane=map]').boundingBox())!

  /** "Anyone with the link" in the card that a transform ends in; returns the link. */
  async function shareByLink(page: Page, hand: Hand, words: Words): Promise<string> {
    await hand.press(page.getByRole('button', { name: words.transform, exact: true }))
    const card = page.getByRole('region', { name: words.published })
    await hand.press(card.getByRole('radio', { name: words.anyone }))
    return card.getByRole('textbox').inputValue()
  }

  /** Opens the link where nobody has ever signed in, and sees that the old map is drawn over today's. */
  async function openElsewhere(link: string): Promise<void> {
    const page = await openNew({ width: 1280, height: 800 })
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Landschaft Basel' }).waitFor()
    await isDrawn(page)
    const map = page.getByRole('application')
    const shown = await map.screenshot()
    // Left of the line that compares them lies the old map, until nothing is seen of it.
    await page.locator('input[type=range]').fill('0')
    await expect.poll(async () => difference(shown, await map.screenshot())).toBeGreaterThan(5)
  }

  /** As the server keeps them, each lies where its pixel truly does, but for the px of a hand. */
  async function expectTruePoints(user: Caller, id: string, metresPerPx: number): Promise<void> {
    const { transformation, isTransformed } = await callApi(user, getMap, { params: { id } })
    expect(isTransformed).toBe(true)
    expect(transformation!.imagePoints).toHaveLength(5)
    for (const [at, { pixelX, pixelY }] of transformation!.imagePoints.entries()) {
      const [x, y] = truePlaceOf([pixelX, pixelY])
      const [mapX, mapY] = transformation!.mapPoints[at]!
      expect(Math.hypot(mapX - x, mapY - y) / metresPerPx, `px that point ${at + 1} is off`).toBeLessThan(3)
    }
  }

  function expectNoErrors() {
    for (const page of opened) expect(page.takeErrors()).toEqual([])
  }

  it('takes a mouse at most 25 presses, and no more than 20 controls are in sight at first', async () => {
    const words = ENGLISH
    const page = await openNew({ width: 1280, height: 800 })
    // The test finds places on the screen by them.
    await page.addInitScript(() => localStorage.setItem('editorReadouts', 'true'))
    const hand = mouseOn(page)
    const { user, id } = await bringMap(page, hand, words)
    const town = page.getByRole('region', { name: words.where }).getByRole('button', { name: words.town })
    await town.waitFor()
    await settled(page)
    const controls = await controlsInSight(page)
    expect(controls.length, controls.join(' · ')).toBeLessThanOrEqual(20)

    await hand.press(town)
    const laying = page.getByRole('group', { name: 'Lay it on the map' })
    await laying.waitFor()
    await hand.press(page.getByRole('button', { name: words.skip }))
    const zoomOut = page.locator('[data-pane=map]').getByRole('button', { name: 'Zoom out' })
    await hand.press(zoomOut)
    await hand.press(zoomOut)
    await hand.press(laying.getByRole('button', { name: 'Smaller' }))
    await settled(page)
    const spotOf = await layByTown(page, hand, 0.8)
    await hand.press(laying.getByRole('button', { name: words.fix }))
    await settled(page)

    const view = await viewOf(page, 'Base map')
    for (const [at, pixel] of PULLED.entries()) {
      const from = spotOf(pixel)
      const { image } = await readAt(page, 'Base map', from)
      await hand.drag(from, view.toScreen(truePlaceOf(image!)))
      await draftOf(user, id, at + 1)
      await settled(page)
    }
    const link = await shareByLink(page, hand, words)
    expect(hand.count()).toBeLessThanOrEqual(25)
    await expectTruePoints(user, id, view.unitsPerPx)
    await openElsewhere(link)
    expectNoErrors()
  })

  it('takes a finger at most 30 touches on a phone, in Lithuanian', async () => {
    const words = LITHUANIAN
    const page = await openNew({ width: 390, height: 844, touch: true, language: 'lt' })
    const hand = await fingerOn(page)
    const { user, id } = await bringMap(page, hand, words)
    await hand.press(
      page.getByRole('region', { name: words.where }).getByRole('button', { name: words.town }),
    )
    const laying = page.getByRole('group', { name: 'Uždėti ant žemėlapio' })
    await laying.waitFor()
    await hand.press(page.getByRole('button', { name: words.skip }))
    await settled(page)
    await hand.pinch(middleOf(await mapBox(page)), 300, 100)
    await settled(page)
    const spotOf = await layByTown(page, hand, 1)
    await hand.press(laying.getByRole('button', { name: words.fix }))
    await settled(page)

    // A tap takes a place as it lies; what the draft says of the taps is how the view lies.
    const spots = PULLED.map(spotOf)
    for (const [at, spot] of spots.entries()) {
      await hand.pressAt(spot)
      await draftOf(user, id, at + 1)
    }
    const { imagePoints, mapPoints } = await draftOf(user, id, 5)
    const [first, second] = [mapPoints[0]!, mapPoints[1]!]
    const metresPerPx = (second[0] - first[0]) / (spots[1]![0] - spots[0]![0])
    for (const [at, spot] of spots.entries()) {
      const [x, y] = truePlaceOf([imagePoints[at]!.pixelX, imagePoints[at]!.pixelY])
      const to: Screen = [
        spots[0]![0] + (x - first[0]) / metresPerPx,
        spots[0]![1] - (y - first[1]) / metresPerPx,
      ]
      // What a finger drags rises above it.
      await hand.drag(spot, [to[0], to[1] + LIFT_PX / 2], [to[0], to[1] + LIFT_PX])
      await settled(page)
    }
    await hand.press(
      page.getByRole('group', { name: 'Patraukti į vietą' }).getByRole('button', { name: 'Baigta' }),
    )
    const link = await shareByLink(page, hand, words)
    expect(hand.count()).toBeLessThanOrEqual(30)
    await expectTruePoints(user, id, metresPerPx)
    await openElsewhere(link)
    expectNoErrors()
  })

  /**
   * Drags the sheet by its town to the town that was searched for, in the middle of the view.
   *
   * @param size - of the sheet, beside what it was first laid with.
   * @returns where a pixel of the scan lies on the screen then.
   */
  async function layByTown(page: Page, hand: Hand, size: number): Promise<(pixel: Place) => Screen> {
    const box = await mapBox(page)
    const middle = middleOf(box)
    const shown = size * LAID_SHARE * Math.min(box.width / SCAN.width, box.height / SCAN.height)
    const beside = ([x, y]: Place, [toX, toY]: Place): Screen => [
      middle[0] + (x - toX) * shown,
      middle[1] + (y - toY) * shown,
    ]
    await hand.drag(beside(TOWN, [SCAN.width / 2, SCAN.height / 2]), middle)
    await settled(page)
    return (pixel) => beside(pixel, TOWN)
  }
})

const middleOf = (box: { x: number; y: number; width: number; height: number }): Screen => [
  Math.round(box.x + box.width / 2),
  Math.round(box.y + box.height / 2),
]

/** The points of the draft that the server has, once they are so many. */
async function draftOf(user: Caller, id: string, count: number) {
  const points = async () => (await callApi(user, getDraft, { params: { id } })).draft?.transformation
  await expect.poll(async () => (await points())?.imagePoints.length).toBe(count)
  return (await points())!
}

/** Mean difference of a channel, 0 to 255, of two pictures of a part of a page. */
function difference(a: Buffer, b: Buffer): number {
  const [{ data }, { data: other }] = [PNG.sync.read(a), PNG.sync.read(b)]
  return data.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / data.length
}
