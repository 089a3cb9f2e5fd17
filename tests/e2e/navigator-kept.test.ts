import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestPage } from '../support/browser.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { fingersOn } from './fingers.ts'
import { countKept, keepButton, keepPanel, keepView, keptAreas, openKeepPanel } from './kept-areas.ts'
import {
  openNavigator,
  positionAt,
  screen,
  setNavigatorStage,
  tellUntil,
  untilDrawn,
  writtenOf,
  type NavigatorStage,
  type OpenNavigatorOptions,
} from './navigator-stage.ts'

let stage: NavigatorStage
let opened: TestPage
let page: Page

beforeAll(async () => {
  stage = await setNavigatorStage()
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

const HERE = positionAt([400, 300], 5)

async function open(options: OpenNavigatorOptions = {}): Promise<void> {
  opened = await openNavigator(stage, {
    width: 390,
    height: 844,
    search: `?mapId=${stage.mapId}`,
    position: HERE,
    ...options,
  })
  page = opened.page
  await untilDrawn(page)
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = () => keepPanel(page)
const areas = () => keptAreas(page)
const openPanel = () => openKeepPanel(page)

it('along an imported track is kept, and told by its length and width; a box as its corners are dragged beside it', async () => {
  await open({ touch: true })
  // Far enough out for a box of several tiles.
  for (const zoom of ['14.50', '13.50', '12.50']) {
    await button('Zoom out').click()
    await expect.poll(() => screen(page).getAttribute('data-zoom')).toBe(zoom)
  }
  const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${[
    positionAt([100, 100]),
    positionAt([700, 500]),
  ]
    .map(({ latitude, longitude }) => `<trkpt lat="${latitude}" lon="${longitude}"/>`)
    .join('')}</trkseg></trk></gpx>`
  await openPanel()
  await button('Along the track').click()
  await panel().getByText('There is no track yet').waitFor()
  await panel().getByRole('button', { name: 'Track and places' }).click()
  const file = { name: 'walk.gpx', mimeType: 'text/xml', buffer: Buffer.from(gpx) }
  await page.getByLabel('Import a file').setInputFiles(file)
  await openPanel()
  await button('Along the track').click()
  await button('100 m').click()
  await keepButton(page).click()
  await panel().getByText('Kept. This part opens').waitFor()
  await expect.poll(() => areas().innerText()).toMatch(/of track, 100\sm to either side/)
  // The old map as a whole is one press.
  await button('Whole map').click()
  await panel().getByText('The old map from edge to edge.').waitFor()
  await expect.poll(() => keepButton(page).innerText()).toMatch(/^Keep, about/)
  // What was said of that part says nothing of another.
  await button('A box').click()
  await expectAbsent(panel().getByText('Kept. This part opens'))
  const size = await keepButton(page).innerText()
  // What was imported was told where the corner lies.
  for (const notice of await button('Dismiss').all()) await notice.click()
  // The upper right corner: a finger holds what it drags 100 px above itself.
  const [from, to] = [
    [390 * 0.76, 844 * 0.16],
    [160, 260],
  ] as const
  await (await fingersOn(page)).drag(from, [to[0], to[1] + 100])
  await expect.poll(() => keepButton(page).innerText(), { timeout: 15_000 }).not.toBe(size)
  const [, bytesNow = '', bytesBefore = ''] =
    /(\d+)\skB\n.*?(\d+)\skB/.exec(`${await keepButton(page).innerText()}\n${size}`) ?? []
  expect(Number(bytesNow)).toBeLessThan(Number(bytesBefore))
  await keepButton(page).press('Enter')
  const kept = areas().getByRole('button', { name: /^Free / })
  await expect.poll(() => kept.count(), { timeout: 60_000 }).toBe(2)
  await panel().getByText('Kept. This part opens').waitFor()
  // The button made way for the progress, and the keys go on in the sheet.
  await expect.poll(() => panel().evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true)
  // Where the corner was dropped, by the marker in the middle of the window.
  const { maxX, maxY } = await keptBox()
  const [east, north] = mapPointOf(HERE.longitude, HERE.latitude)
  const metresPerPixel = (2 * Math.PI * 6_378_137) / (512 * 2 ** 12.5)
  expect(Math.abs((maxX - east) / metresPerPixel - (to[0] - 195))).toBeLessThan(1.5)
  expect(Math.abs((maxY - north) / metresPerPixel - (422 - to[1]))).toBeLessThan(1.5)
})

describe('keeping that does not come to its end', () => {
  it('is stopped, stays as incomplete, and is completed', async () => {
    await open()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.context().route('**/api/base-map/**', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await openPanel()
    await keepButton(page).click()
    await page.getByRole('progressbar', { name: 'Keeping the map for the field' }).waitFor()
    await button('Stop').click()
    await panel().getByText('Stopped. What has come stays').waitFor()
    release()
    await areas().getByText('Incomplete').waitFor()
    await page.reload()
    await untilDrawn(page)
    await openPanel()
    await areas()
      .getByRole('button', { name: /^Complete / })
      .click()
    await panel().getByText('Kept. This part opens').waitFor()
    // The list is read anew once it is said.
    await areas().getByText('Incomplete').waitFor({ state: 'detached' })
  })

  it('for want of room says so before, and when the device is full all the same', async () => {
    await open({
      prepare: (page) =>
        page.addInitScript(() => {
          Reflect.set(window, 'room', 1_000)
          StorageManager.prototype.estimate = () =>
            Promise.resolve({ quota: Reflect.get(window, 'room') as number, usage: 0 })
        }),
    })
    await openPanel()
    await panel()
      .getByText(/This takes about .* and 1\skB are free/)
      .waitFor()
    await expect
      .poll(() => panel().getByRole('button', { name: 'Keep', exact: true }).isDisabled())
      .toBe(true)
    await page.evaluate(() => {
      Reflect.set(window, 'room', 1e9)
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await button('Keep for the field').click()
    await openPanel()
    await keepButton(page).click()
    await expect.poll(() => panel().getByRole('alert').innerText()).toContain('no more room')
  })

  it('where storage is forbidden says how to allow it', async () => {
    await open({
      prepare: (page) =>
        page.addInitScript(() => {
          IDBFactory.prototype.open = () => {
            throw new DOMException('no', 'SecurityError')
          }
        }),
    })
    await openPanel()
    await expect.poll(() => panel().getByRole('alert').innerText()).toContain('keeps nothing for this site')
  })
})

/**
 * Room depends on the language and colours on the theme: in short form the longer texts are measured in the light theme,
 * and the dark one is seen in English.
 */
describe.each(['light', 'dark'] as const)('what the navigator opens, in the %s theme', (theme) => {
  for (const language of ['en', 'lt'] as const)
    it.runIf(process.env.LONG || (theme === 'light') === (language === 'lt'))(
      `has no fault that axe finds, and every button in reach: ${language}`,
      async () => {
        const isEnglish = language === 'en'
        await open({ theme, language })
        await page.locator('[data-location]').waitFor()
        const press = (name: string | RegExp) => button(name).click()
        await press(isEnglish ? 'Keep for the field' : 'Pasilikti išvykai')
        const start = button(isEnglish ? /^Keep, about/ : /^Pasilikti, apie/)
        await start.click()
        await page.getByText(isEnglish ? 'Kept. This part' : 'Pasilikta. Ši dalis').waitFor()
        await start.waitFor()
        await expectInOrder(theme === 'light')
        const track = isEnglish ? 'Track and places' : 'Maršrutas ir vietos'
        await press(track)
        await press(isEnglish ? 'Record' : 'Įrašyti')
        await press(isEnglish ? 'Mark this place' : 'Pažymėti šią vietą')
        // Both wait for what the device says from now on.
        await page.context().setGeolocation(positionAt([400.01, 300], 5))
        await page.locator('[data-waypoint]').waitFor({ state: 'attached' })
        await expectInOrder(theme === 'light')
        await press(isEnglish ? 'Old map' : 'Senasis žemėlapis')
        await expectInOrder(theme === 'light')
        await press(/^(Compass|Kompasas)/)
        await press(isEnglish ? 'Test: turn by 45°' : 'Bandymas: pasukti 45°')
        await expectInOrder(theme === 'light')
        await press(isEnglish ? 'Measure' : 'Matuoti')
        await press(isEnglish ? 'Point where I am' : 'Taškas, kur esu')
        await expectInOrder(theme === 'light')
        // Off the map, with its notice.
        await press(isEnglish ? 'Stop measuring and clear' : 'Baigti matuoti ir išvalyti')
        await page.context().setGeolocation({ longitude: 24, latitude: 55, accuracy: 10 })
        await button(isEnglish ? 'Show me' : 'Rodyti mane').waitFor()
        await expectInOrder(theme === 'light')
      },
    )
})

/** To axe and, where its places are looked at too, upright, on its side and on a desk. */
async function expectInOrder(isMeasured: boolean): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('[data-following]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  if (!isMeasured) return
  for (const size of [
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
    { width: 320, height: 640 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    // A sheet may be drawn anew at another size.
    await expect.poll(buttonsOutOfReach, { message: JSON.stringify(size), timeout: 15_000 }).toEqual([])
  }
}

/** Buttons smaller than a finger, and what lies beneath something else or is cut off; a sheet scrolls to its own. */
const buttonsOutOfReach = () =>
  page
    .locator('[data-following]')
    .locator(page.getByRole('button').or(page.locator('p[role=status]:not([hidden], :empty)')))
    .evaluateAll((buttons) =>
      buttons.flatMap((control) => {
        // What chooses a file is as large as its label.
        const button = control.closest('label') ?? control
        button.scrollIntoView({ block: 'nearest' })
        const { x, y, width, height } = button.getBoundingClientRect()
        const corners = [
          [x + 8, y + 8],
          [x + width - 8, y + 8],
          [x + 8, y + height - 8],
          [x + width - 8, y + height - 8],
        ] as const
        const isBare = corners.every(([left, top]) => button.contains(document.elementFromPoint(left, top)))
        const isLarge = button.matches('p') || (width >= 44 && height >= 44)
        return isBare && isLarge
          ? []
          : [`${button.getAttribute('aria-label') ?? button.textContent}: ${width} × ${height} at ${x}, ${y}`]
      }),
    )

// The last one: the session of all is over then.
it('leaves with a sign-out, and recorded tracks do not', async () => {
  await open({ width: 1280, height: 800 })
  await keepView(page)
  await button('Track and places').click()
  await button('Mark this place').click()
  // What was told before may be too old by now to stand for where one is.
  await tellUntil(page, HERE, page.locator('[data-waypoint]').first())
  await expect.poll(() => writtenOf(page, 'waypoints')).toHaveLength(1)
  await page.goto('/main')
  await page
    .getByRole('button', { name: /^User menu/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  // It is asked first: the area cannot be saved again without a connection.
  const question = page.getByRole('dialog', { name: 'Log out?' })
  await question.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login**')
  await expect.poll(() => countKept(page)).toEqual([0, 0, 0])
  await page.evaluate((token) => localStorage.setItem('token', token), stage.token)
  await expect.poll(() => writtenOf(page, 'waypoints')).toHaveLength(1)
})

/** The box of the one area that was drawn as a box. */
function keptBox(): Promise<{ maxX: number; maxY: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('palimpsest-kept')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('areas').objectStore('areas').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            type Region = { kind: string; box: { maxX: number; maxY: number } }
            const regions = (reading.result as { region: Region }[]).map(({ region }) => region)
            const drawn = regions.find(({ kind }) => kind === 'box')
            if (drawn) resolve(drawn.box)
            else reject(new Error('no box is kept'))
          })
        })
      }),
  )
}
