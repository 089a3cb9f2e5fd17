import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { factsOf } from '../flat/facts-of.ts'
import { fingersOn, untilNoDoublePress } from './fingers.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { stays } from '../support/page-expect.ts'
import { addPlaced, at, cameraAt, onPage, openViewer, pane, placeOf } from './viewer-map-stage.ts'

const PLACED = { x: 2_800_000, y: 7_300_000, metres: 5 }
const MIDDLE = placeOf(PLACED, [200, 150])
/** What waits for frames may take so long on a busy machine. */
const SLOW = { timeout: 20_000 }
/** The map fills about a third of the phone's width. */
const CAMERA = cameraAt(MIDDLE, 20)

let server: SharedServer
let browser: Browser
let owner: Caller
let id: string
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  id = await addPlaced(owner, { title: 'Plan of Kaunas', year: 1900 }, PLACED)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const PHONE = { width: 390, height: 844, touch: true }

async function open(search: Record<string, string> = {}, options: OpenPageOptions = PHONE): Promise<void> {
  opened = await openViewer({ server, browser }, owner, { at: at(CAMERA), ...search }, options)
  page = opened.page
}

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const viewNow = () => (search('at') ?? '').split('_').map(Number)

describe('the map on a phone', () => {
  it('gives the coordinates of a place where a finger rests, in a menu that stays within the window', async () => {
    await open()
    const menu = page.getByRole('menu', { name: 'This place' })
    const touch = await page.context().newCDPSession(page)
    const [x, y] = await onPage(page, CAMERA, MIDDLE)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await menu.waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    // It takes the focus; by then a press of the mouse that the browser might make of the finger has been.
    await page.locator('[role=menu]:focus-within').waitFor({ state: 'attached' })
    const box = (await menu.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width)
    await menu.getByRole('menuitem', { name: /^Degrees/ }).tap()
    await page
      .getByText(/^(Copied: |Could not copy)/)
      .first()
      .waitFor()
    await menu.waitFor({ state: 'detached' })
  })

  it('has a block of buttons above and a bar below; one hides the image of the map while it is held', async () => {
    await open({ mapId: id })
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('1')
    const above = (await page.getByRole('group', { name: 'View', exact: true }).boundingBox())!
    const below = (await page.getByRole('group', { name: 'Filters and tools' }).boundingBox())!
    const map = (await pane(page).boundingBox())!
    expect([above.x - map.x, above.y - map.y].every((gap) => gap >= 0 && gap < 20)).toBe(true)
    expect(below.x - map.x).toBeLessThan(20)
    expect(map.y + map.height - (below.y + below.height)).toBeLessThan(60)

    const opacities = async () => (await factsOf(pane(page))).overlays?.map(({ opacity }) => opacity)
    await expect.poll(opacities).toEqual([1])
    const button = (await page.getByRole('button', { name: 'Hide the map image while held' }).boundingBox())!
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: button.x + button.width / 2, y: button.y + button.height / 2 }],
    })
    await expect.poll(opacities, SLOW).toEqual([0])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(opacities, SLOW).toEqual([1])
  })

  it('is moved by one finger, zoomed by two, an outline is chosen by a press, and its tools take fingers', async () => {
    await open()
    const [x, y] = await onPage(page, CAMERA, MIDDLE)
    await page.touchscreen.tap(x, y)
    await expect.poll(() => search('mapId'), SLOW).toBe(id)
    // A finger that comes back at once begins the zoom of a double press.
    await untilNoDoublePress(page)
    const [zoom, latitude] = viewNow()
    const fingers = await fingersOn(page)
    await fingers.drag([x, y], [x, y + 120])
    // What is pulled down brings what lies north of it.
    await expect.poll(() => viewNow()[1], SLOW).toBeGreaterThan(latitude!)
    expect(viewNow()[0]).toBeCloseTo(zoom!, 2)
    await fingers.pinch([x, y], 80, 200)
    await expect.poll(() => viewNow()[0], SLOW).toBeGreaterThan(zoom! + 0.8)

    // The stack: unfolded, a map kept, a line drawn across it by a finger.
    const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap()
    await tap('1 map shown')
    const pin = page.getByRole('button', { name: 'Pin “Plan of Kaunas”', exact: true })
    await expect.poll(() => pin.getAttribute('aria-pressed'), SLOW).toBe('false')
    await pin.tap()
    // One name in either state: the state is said by what is pressed alone.
    await expect.poll(() => pin.getAttribute('aria-pressed'), SLOW).toBe('true')
    await expect.poll(() => search('maps'), SLOW).toBe(id)
    await tap('Swipe')
    const line = page.getByRole('slider', { name: /^Line between/ })
    const grip = (await line.boundingBox())!
    const hold = [grip.x + grip.width / 2, grip.y + grip.height / 2] as const
    // Wherever the line is, its handle is clear of the buttons at the side.
    const block = (await page.getByRole('group', { name: 'View', exact: true }).boundingBox())!
    expect(grip.y).toBeGreaterThanOrEqual(block.y + block.height)
    await fingers.drag(hold, [hold[0] - 80, hold[1]])
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow')), SLOW).toBeLessThan(35)
    // The sheet has made room for it.
    await expect.poll(() => page.locator('[data-open]').first().getAttribute('data-open')).toBe('false')
    await tap('1 map shown')
    await tap('Swipe')
    await tap('1 map shown')

    // A measured line, and a box by one finger.
    await tap('Measure')
    await page.touchscreen.tap(x - 40, y)
    await untilNoDoublePress(page)
    await page.touchscreen.tap(x + 40, y)
    await page
      .getByRole('status')
      .getByText(/\d\s(km|m)$/)
      .waitFor()
    await tap('Stop measuring')
    await tap('Filter by a box')
    await page.getByText('Draw a box with one finger').waitFor()
    await fingers.drag([x - 60, y - 60], [x + 60, y + 60])
    await page.getByText(/^Box filter: /).waitFor()
    expect(search('box')).not.toBeNull()
    expect(opened.takeErrors()).toEqual([])
  })
})

it('a map chosen in the list is shown where one looks if it covers that place, and else brought into view', async () => {
  await open({ at: at(cameraAt(MIDDLE, 1)) })
  const before = search('at')
  const choose = () => page.getByRole('button', { name: 'Plan of Kaunas, 1900', exact: true }).tap()
  await choose()
  await expect.poll(() => search('mapId'), SLOW).toBe(id)
  await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn'), SLOW).toBe('1')
  await stays(page, () => search('at')).toBe(before)
  await opened.close()
  await open({ at: at(cameraAt(placeOf(PLACED, [4_000, 150]), 1)) })
  const away = search('at')
  await choose()
  await expect.poll(() => search('at'), SLOW).not.toBe(away)
})

describe('a notice on a phone', () => {
  it.each([PHONE, { ...PHONE, width: 844, height: 390 }])(
    'covers nothing that is pressed: $width px',
    async (size) => {
      await open({ mapId: id }, size)
      await page.getByRole('button', { name: '1 map shown' }).waitFor()
      await page.getByRole('button', { name: 'Copy link to this view' }).tap()
      const notice = page
        .getByText(/^(Link copied|The link could not)/)
        .locator('xpath=ancestor::*[@role="status"]')
      await notice.waitFor()
      const covered = () =>
        notice.evaluate((stack) => {
          const a = stack.getBoundingClientRect()
          return [...document.querySelectorAll<HTMLElement>('button, a[href], [role=slider]')]
            .filter((other) => {
              const b = other.getBoundingClientRect()
              const isOver = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
              return isOver && b.width * b.height > 1 && !stack.contains(other)
            })
            .map((other) => other.ariaLabel ?? other.innerText)
        })
      await expect.poll(covered).toEqual([])
    },
  )
})

describe('Back on a phone', () => {
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap()
  const sheet = () => page.getByRole('region', { name: 'Shown maps' })
  const steps = () =>
    page.evaluate(() => (history.state as { layers?: readonly string[] }).layers?.length ?? 0)

  it('closes the sheet of shown maps, and leaves the map where it was moved meanwhile', async () => {
    await open({ mapId: id })
    await tap('1 map shown')
    await expect.poll(steps, SLOW).toBe(1)
    const before = search('at')
    const fingers = await fingersOn(page)
    const [x, y] = await onPage(page, CAMERA, MIDDLE)
    await fingers.drag([x, y - 200], [x, y - 140])
    await expect.poll(() => search('at'), SLOW).not.toBe(before)
    const moved = search('at')
    await stays(page, steps).toBe(1)
    await page.goBack()
    await expect.poll(() => sheet().getAttribute('data-open')).toBe('false')
    await stays(page, () => search('at')).toBe(moved)
    expect(search('mapId')).toBe(id)
  })

  it('closes the time panel before it takes its years back', async () => {
    await open({ mapId: id, from: '1850', to: '1950' })
    await tap('Filter by time')
    const band = page.locator('[data-timeline]')
    await band.waitFor()
    await band.getByRole('button', { name: 'All years' }).tap()
    await expect.poll(() => search('from')).toBeNull()
    await expect.poll(steps, SLOW).toBe(1)
    await page.goBack()
    await band.waitFor({ state: 'detached' })
    await stays(page, () => search('from')).toBeNull()
    await page.goBack()
    await expect.poll(() => search('from')).toBe('1850')
    await expect.poll(steps).toBe(0)
  })

  it('closes the menu of a place and ends measuring', async () => {
    await open({ mapId: id })
    const [x, y] = await onPage(page, CAMERA, MIDDLE)
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    const menu = page.getByRole('menu', { name: 'This place' })
    await menu.waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(steps, SLOW).toBe(1)
    await page.goBack()
    await menu.waitFor({ state: 'detached' })
    await tap('Measure')
    await expect.poll(steps, SLOW).toBe(1)
    await page.goBack()
    await page.getByRole('button', { name: 'Measure', exact: true }).waitFor()
    expect(search('mapId')).toBe(id)
  })
})

describe('the page breaks no rule of axe', () => {
  const DESKTOP = { width: 1280, height: 800 }
  const looks = [
    ['a desktop', 'lt', 'dark', DESKTOP],
    ['a phone', 'en', 'light', PHONE],
    ['a desktop', 'en', 'light', DESKTOP],
    ['a phone', 'lt', 'light', PHONE],
    ['a phone', 'en', 'dark', PHONE],
  ] as const
  // The first two have each value of each.
  it.each(process.env.LONG ? looks : looks.slice(0, 2))(
    'on %s, %s, %s',
    async (_device, language, theme, size) => {
      await open({ mapId: id, q: 'plan', from: '1800', to: '1950' }, { ...size, language, theme })
      await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn'), SLOW).toBe('1')
      const faults = async () => {
        const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`,
        )
      }
      expect(await faults()).toEqual([])
      await pane(page).press('t')
      await page
        .getByRole('region', { name: language === 'en' ? 'Time' : /[Ll]aik/ })
        .first()
        .waitFor()
      expect(await faults()).toEqual([])
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(excess).toBe(0)
    },
  )
})
