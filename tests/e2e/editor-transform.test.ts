import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, placeOf, setEditorStage } from './editor-stage.ts'
import { boxOf, goToPlace, pointCount, transform, untilCalm, viewOf } from './main-job-editor.ts'
import { pauseClock } from './page-clock.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

const ALLOWED = {
  canTransform: true,
  remainingAttempts: 3,
  minutesRemaining: 0,
  nextAttemptAt: null,
  error: null,
}
const refused = (minutesRemaining: number) => ({
  canTransform: false,
  remainingAttempts: 0,
  minutesRemaining,
  nextAttemptAt:
    minutesRemaining === 0 ? null : new Date(Date.now() + minutesRemaining * 60_000).toISOString(),
  error: 'Transform limit reached',
})

/** Stands between the page and the server's word on transforms; counts what was asked. */
async function standBetween(page: Page) {
  const between = {
    limit: (route: Route) => route.fulfill({ json: ALLOWED }),
    transform: (route: Route) => route.continue(),
    limitsAsked: 0,
    transformsSent: 0,
  }
  await page.route('**/api/maps/check-transform-limit', (route) => {
    between.limitsAsked += 1
    return between.limit(route)
  })
  await page.route('**/api/map/transform/**', (route) => {
    between.transformsSent += 1
    return between.transform(route)
  })
  return between
}

const transformButton = (page: Page) => page.getByRole('button', { name: 'Transform', exact: true })
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Notes in the page itself how often the limit is asked for: what a timer sets off there is seen at once. */
const noteAsking = () => {
  const send = window.fetch
  let asked = 0
  window.fetch = (...call) => {
    if (call[0] instanceof Request || !`${call[0].toString()}`.includes('check-transform-limit'))
      return send(...call)
    asked += 1
    document.documentElement.dataset['asked'] = `${asked}`
    return send(...call)
  }
}

const askedIn = async (page: Page) => Number(await page.locator('html').getAttribute('data-asked'))

/** Another answer each time, so that the page shows which one it has heard. */
const minutesAfter = (asked: number) => 40 - asked

/** Waits until a page whose clock stands still has heard all it asked for, and says how often that was. */
async function untilHeard(page: Page): Promise<number> {
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      const text = `Next transform available in ${minutesAfter(await askedIn(page))} minutes`
      return page.getByText(text).count()
    })
    .toBe(1)
  return askedIn(page)
}

describe('the limit of transforms', () => {
  it('is asked for every 30 s once it is reached, until transforms are allowed again', async () => {
    let between: Awaited<ReturnType<typeof standBetween>> | undefined
    const prepare = async (page: Page) => {
      await page.clock.install()
      await page.addInitScript(noteAsking)
      between = await standBetween(page)
      between.limit = (route) => route.fulfill({ json: refused(minutesAfter(between!.limitsAsked)) })
    }
    const { page, opened } = await openOwnMap(stage, { points: 4 }, { prepare })
    await expect.poll(() => transformButton(page).getAttribute('aria-disabled')).toBe('true')
    await transformButton(page).hover()
    await page.getByText(/Next transform available in \d+ minutes, at \d+:\d\d/).waitFor()

    await pauseClock(page)
    const before = await untilHeard(page)
    await page.clock.runFor(29_000)
    await stays(page, () => askedIn(page)).toBe(before)
    await page.clock.runFor(1_000)
    await stays(page, () => askedIn(page)).toBe(before + 1)
    expect(await untilHeard(page)).toBe(before + 1)

    between!.limit = (route) => route.fulfill({ json: ALLOWED })
    await page.clock.runFor(30_000)
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return transformButton(page).getAttribute('aria-disabled')
      })
      .toBeNull()
    const allowed = await askedIn(page)
    await page.clock.runFor(120_000)
    await stays(page, () => askedIn(page)).toBe(allowed)
    await opened.close()
  })
})

describe('a transform that cannot be made', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  let between: Awaited<ReturnType<typeof standBetween>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, { points: 4 })
    between = await standBetween(shown.page)
  })
  afterAll(() => shown?.opened.close())

  it('is not sent when the limit cannot be asked for, and says so', async () => {
    const { page } = shown
    between.limit = (route) => route.fulfill({ status: 500, body: '' })
    await transformButton(page).click()
    await toast(page, 'Failed to check transform limit')
    expect(between.transformsSent).toBe(0)
  })

  it('says what the server says, or that it failed, and keeps the points', async () => {
    const { page } = shown
    between.limit = (route) => route.fulfill({ json: ALLOWED })
    const message = 'The control points leave nothing of the scan on the map.'
    between.transform = (route) =>
      route.fulfill({ status: 422, json: { message, error: message, messageKey: 'errors.none' } })
    // By its key, wherever the focus is.
    await page.getByRole('button', { name: 'More', exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await toast(page, message)
    const messageKey = 'errors.transform.tooManyWaiting'
    between.transform = (route) =>
      route.fulfill({ status: 429, json: { message: '', error: '', messageKey, details: { limit: 20 } } })
    await transformButton(page).click()
    await toast(page, /Too many maps of yours wait to be transformed: 20 at once\. Your points are kept;/)
    between.transform = (route) => route.abort('failed')
    await transformButton(page).click()
    await toast(page, 'Transformation failed. Please try again.')
    expect(between.transformsSent).toBe(3)
    await pointCount(page, 4).waitFor()
  })

  it('is blocked where none is left', async () => {
    const { page } = shown
    between.limit = (route) => route.fulfill({ json: refused(0) })
    await transformButton(page).click()
    await toast(page, 'No transforms remaining. Please wait for the limit to reset.')
    await expect.poll(() => transformButton(page).getAttribute('aria-disabled')).toBe('true')
    expect(between.transformsSent).toBe(3)
  })
})

it('the Transform button says beneath it what it is for, and no more once it was pressed', async () => {
  const { page, opened } = await openOwnMap(stage, { points: 5 })
  await page.getByRole('button', { name: 'Add point' }).click()
  await pointCount(page, 6).waitFor()
  const between = await standBetween(page)
  between.transform = async () => undefined
  await transformButton(page).hover()
  const tooltip = page.getByRole('tooltip')
  await tooltip.getByText('Your latest changes are not transformed yet').waitFor()
  const gap = async () => {
    const [hint, button] = [await tooltip.boundingBox(), await transformButton(page).boundingBox()]
    return hint!.y - (button!.y + button!.height)
  }
  await expect.poll(gap).toBeGreaterThan(0)
  await transformButton(page).click()
  await expect.poll(() => between.transformsSent).toBe(1)
  await tooltip.waitFor({ state: 'detached' })
  await opened.close()
})

describe('a published file', () => {
  it('is brought into view where the base map shows none of it, and leaves alone whoever looks at a part of it', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 })
    await page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(page, 5).waitFor()
    await goToPlace(page, 'Lisbon')
    await transform(page, 2)
    const reach = async () => {
      await untilCalm(page, 'Base map')
      const box = await boxOf(page, 'Base map')
      const view = await viewOf(page, 'Base map')
      return { view, box, corners: [view.toScreen(placeOf([0, 0])), view.toScreen(placeOf([800, 600]))] }
    }
    await expect
      .poll(
        async () => {
          const { box, corners } = await reach()
          return corners.every(
            ([x, y]) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
          )
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    const zoomIn = page.getByRole('region', { name: 'Base map' }).getByRole('button', { name: 'Zoom in' })
    await zoomIn.click()
    await untilCalm(page, 'Base map')
    await zoomIn.click()
    const before = (await reach()).view.toScreen(placeOf([400, 300]))
    await page.getByRole('button', { name: /^Undo/ }).click()
    await pointCount(page, 4).waitFor()
    await transform(page, 3)
    const after = (await reach()).view.toScreen(placeOf([400, 300]))
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(2)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})
