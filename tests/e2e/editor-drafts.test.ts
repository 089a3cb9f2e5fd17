import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { getMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { exactPoints } from '../support/scans.ts'
import {
  addMap,
  type EditorStage,
  openEditor,
  type OpenEditorOptions,
  openOwnMap,
  pointsFile,
  publish,
  SCAN,
  setKeptEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { boxOf, importPoints, pointCount } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setKeptEditorStage()
})
afterAll(() => stage?.end())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const ELSEWHERE = 'The map has been published elsewhere meanwhile.'
const CORNERS = [
  [100, 100],
  [700, 100],
  [100, 500],
  [700, 500],
] as const
const addPoint = (page: Page) => button(page, 'Add point').click()
/** Waits until the server's draft of a map has so many points. */
async function untilKept(user: Caller, id: string, points: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (await callApi(user, getDraft, { params: { id } })).draft?.transformation.mapPoints.length ?? null,
      { timeout: 30_000 },
    )
    .toBe(points)
}

/** Adds a point, publishes others elsewhere, and opens the map again: which of the two goes on is a question. */
async function offerDraft(page: Page, user: Caller, mapId: string): Promise<void> {
  await addPoint(page)
  await untilKept(user, mapId, 5)
  await publish(user, mapId, 3)
  await page.reload()
  await untilDrawn(page)
  await page.getByText('Editing waits until you decide.').waitFor()
}

/** A map that was published elsewhere since its user's draft of five points was begun, in an editor that asks which goes on. */
async function openOffered(options: OpenEditorOptions = {}) {
  const user = await newUser(stage.server.url)
  const mapId = await addMap(user, { points: 4 })
  const { imagePoints, mapPoints } = exactPoints(SCAN.width, SCAN.height, SCAN.metres)
  const transformation = { imagePoints: imagePoints.slice(0, 5), mapPoints: mapPoints.slice(0, 5) }
  await callApi(user, saveDraft, {
    params: { id: mapId },
    body: { follows: null, baseVersion: null, transformation },
  })
  const opened = await openEditor(stage, user, mapId, options)
  await opened.page.getByText('Editing waits until you decide.').waitFor()
  return { user, mapId, opened, page: opened.page }
}

describe('unpublished work in one page', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, { points: 4 })
  })
  afterAll(() => shown?.opened.close())

  it('comes back by itself, and a press leads back to what is published', async () => {
    const { user, mapId, page, opened } = shown
    await addPoint(page)
    await untilKept(user, mapId, 5)
    await page.reload()
    await pointCount(page, 5).waitFor()
    await page.getByText('Your 5 points from before are here again.').waitFor()
    await expectAbsent(page.getByText('Editing waits until you decide.'))
    await button(page, 'Back to the published points').click()
    await pointCount(page, 4).waitFor()
    await button(page, 'Undo').click()
    await pointCount(page, 5).waitFor()
    await untilKept(user, mapId, 5)
    expect(opened.takeErrors()).toEqual([])
  })

  it('keeps the last change where the one before reached the account after it', async () => {
    const { mapId, page } = shown
    let answer = () => undefined as void
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const draftOfMap = `**/api/map/${mapId}/draft`
    await page.route(draftOfMap, async (route) => {
      if (route.request().method() === 'PUT') await answered
      await route.continue()
    })
    const asked = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/draft'))
    await addPoint(page)
    await asked
    await addPoint(page)
    await pointCount(page, 7).waitFor()
    const kept = page.waitForResponse(
      (one) => one.request().method() === 'PUT' && one.url().endsWith('/draft'),
    )
    answer()
    await kept
    // What the answer leads to is written, and the last change is not sent yet.
    await pause(300)
    await page.reload()
    await pointCount(page, 7).waitFor()
    await page.unroute(draftOfMap)
  })

  it('keeps the last change where the page is left in the same moment', async () => {
    const { page } = shown
    await addPoint(page)
    await pointCount(page, 8).waitFor()
    await page.getByText('Saving draft…').waitFor({ state: 'hidden' })
    await button(page, 'Add point').evaluate((add: HTMLElement) => {
      add.click()
      location.reload()
    })
    await pointCount(page, 9).waitFor()
  })
})

describe('unpublished work', () => {
  it('comes back to the same account on another device, and Undo takes its points back one by one', async () => {
    const { user, mapId, page, opened } = await openOwnMap(stage, { points: 4 })
    await addPoint(page)
    await addPoint(page)
    await pointCount(page, 6).waitFor()
    await untilKept(user, mapId, 6)
    const other = await openEditor(stage, user, mapId)
    await pointCount(other.page, 6).waitFor()
    await button(other.page, 'Undo').click()
    await pointCount(other.page, 5).waitFor()
    await button(other.page, 'Undo').click()
    await pointCount(other.page, 4).waitFor()
    expect(other.takeErrors()).toEqual([])
    await other.close()
    await opened.close()
  })

  it('is not written over from another device unasked: who comes second compares and chooses', async () => {
    const { user, mapId, page, opened } = await openOwnMap(stage, { points: 4 })
    const other = await openEditor(stage, user, mapId)
    await addPoint(page)
    await addPoint(page)
    await untilKept(user, mapId, 6)
    await addPoint(other.page)
    await other.page.getByText('Your draft has been changed on another device meanwhile.').waitFor()
    await pointCount(other.page, 5).waitFor()
    await untilKept(user, mapId, 6)
    await button(other.page, 'Compare and choose').click()
    const dialog = other.page.getByRole('dialog', { name: 'Changed on another device' })
    const theirs = dialog.getByRole('region', { name: 'On the other device: 6 points' })
    await dialog.getByRole('region', { name: 'Yours, here: 5 points' }).waitFor()
    await theirs.getByRole('button', { name: 'Use this one' }).click()
    await pointCount(other.page, 6).waitFor()
    await button(other.page, 'Undo').click()
    await pointCount(other.page, 5).waitFor()
    await untilKept(user, mapId, 5)
    await other.close()
    await opened.close()
  })

  it('is not written over while it is offered: editing asks first', async () => {
    const { page, user, mapId, opened } = await openOffered()
    await addPoint(page)
    const dialog = page.getByRole('dialog', { name: 'A draft waits for you' })
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await pointCount(page, 4).waitFor()
    await untilKept(user, mapId, 5)
    // What only begins an edit asks as well, and has not begun when the draft is decided on.
    const scan = page.getByRole('application', { name: 'Scan' })
    for (const key of ['c', 'l']) {
      await scan.focus()
      await page.keyboard.press(key)
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      // The keys go on where they were.
      await expect.poll(() => scan.evaluate((pane) => pane === document.activeElement)).toBe(true)
    }
    await addPoint(page)
    await dialog.getByRole('button', { name: 'Restore the draft' }).click()
    await pointCount(page, 5).waitFor()
    await addPoint(page)
    await pointCount(page, 6).waitFor()
    await opened.close()
  })

  it('is discarded only after a question that names its points', async () => {
    const { page, user, mapId, opened } = await openOwnMap(stage, { points: 4 })
    await offerDraft(page, user, mapId)
    await button(page, 'Discard draft').click()
    const question = page.getByRole('dialog', { name: 'Discard the draft?' })
    await question.getByText('Changes to 2 points will be lost.').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await page.getByText('Editing waits until you decide.').waitFor()
    await button(page, 'Discard draft').click()
    await question.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByText('Editing waits until you decide.').waitFor({ state: 'detached' })
    await pointCount(page, 3).waitFor()
    await page.getByText('Draft discarded').waitFor()
    // The banner that asked has gone, and the keys go on in the scan.
    const hasFocus = () =>
      page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'))
    await expect.poll(hasFocus).toBe('scan')
    await opened.close()
  })
})

describe('a draft on offer on a phone laid on its side', () => {
  it('leaves the map in sight: the buttons fit a finger, nothing lies over them', async () => {
    const size = { width: 844, height: 390, touch: true }
    const { page, opened } = await openOffered(size)
    await page.getByText(/Unpublished draft in your account from .*, 5 points\./).waitFor()
    await expect.poll(async () => (await boxOf(page, 'Scan')).height).toBeGreaterThan(120)
    for (const name of ['Restore the draft', 'Discard draft']) {
      const pressed = button(page, name)
      await expect
        .poll(async () => (await pressed.boundingBox())!.height, { message: name })
        .toBeGreaterThanOrEqual(40)
      const isClear = await pressed.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const corners = [left + 4, right - 4].flatMap((x) =>
          [top + 4, bottom - 4].map((y) => [x, y] as const),
        )
        return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
      })
      expect(isClear, name).toBe(true)
    }
    await opened.close()
  })
})

describe('a map in two tabs of one browser', () => {
  async function secondTab(page: Page, user: Caller): Promise<Page> {
    const second = await page.context().newPage()
    await second.addInitScript((token) => {
      localStorage.setItem('token', token)
      localStorage.setItem('mapEditorTutorialCompleted', 'true')
    }, user.token ?? '')
    return second
  }

  it('is edited in one of them, and the other takes its work over as it was kept last, not as it stood there', async () => {
    const { user, mapId, page, opened } = await openOwnMap(stage, { points: 4 })
    const second = await secondTab(page, user)
    await addPoint(page)
    await pointCount(page, 5).waitFor()
    await second.goto(`/map-editor?mapId=${mapId}`)
    await untilDrawn(second)
    const waits = 'This map is open in another tab. Editing waits here.'
    await second.getByText(waits).waitFor()
    const dialog = second.getByRole('dialog', { name: 'This map is open in another tab' })
    // Its points may be older than those of the tab that edits: it publishes none of them.
    await button(second, 'Transform').click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await addPoint(second)
    await dialog.getByRole('button', { name: 'Edit here' }).click()
    await pointCount(second, 5).waitFor()
    await second.getByText(waits).waitFor({ state: 'detached' })
    await page.getByText(waits).waitFor()
    await addPoint(second)
    await pointCount(second, 6).waitFor()
    await untilKept(user, mapId, 6)
    await button(page, 'Edit here').click()
    await pointCount(page, 6).waitFor()
    await expectAbsent(page.getByText('on another device meanwhile'))

    await second.getByText(waits).waitFor()
    await button(second, 'Edit here').click()
    await pointCount(second, 6).waitFor()
    await addPoint(second)
    await addPoint(second)
    await pointCount(second, 8).waitFor()
    await untilKept(user, mapId, 8)
    // The first wakes up with six points of its own.
    await second.reload()
    await pointCount(page, 8).waitFor()
    await second.getByText(waits).waitFor()
    await button(second, 'Edit here').click()
    await pointCount(second, 8).waitFor()
    await addPoint(second)
    await untilKept(user, mapId, 9)
    await opened.close()
  })
})

describe('a map that is published time and again', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, { points: 4 })
  })
  afterAll(() => shown?.opened.close())

  const published = async () => {
    const { user, mapId } = shown
    return (await callApi(user, getMap, { params: { id: mapId } })).transformation?.mapPoints.length
  }

  it('says that nothing is published where the line is cut, and tries again once it is back', async () => {
    const { page } = shown
    await addPoint(page)
    await pointCount(page, 5).waitFor()
    await page.context().setOffline(true)
    await button(page, 'Transform').click()
    await page.getByText('Not published: no connection. Your points are kept.').waitFor()
    await page.context().setOffline(false)
    await button(page, 'Try again').click()
    await page.getByText('Map transformed successfully!').first().waitFor({ timeout: 60_000 })
    await page.getByText('Not published: no connection.').waitFor({ state: 'detached' })
    expect(await published()).toBe(5)
  })

  it('says that it was published elsewhere, keeps the changes here, and publishes over it only when that is chosen', async () => {
    const { user, mapId, page } = shown
    await addPoint(page)
    await pointCount(page, 6).waitFor()
    await publish(user, mapId, 3)
    await page.getByText('The map has been published elsewhere meanwhile.').first().waitFor()
    await button(page, 'Transform').click()
    await page.getByText('Compare both before you publish.').first().waitFor()
    expect(await published()).toBe(3)
    await button(page, 'Compare and choose').click()
    const dialog = page.getByRole('dialog', { name: 'Published elsewhere' })
    await dialog.getByRole('region', { name: 'Published: 3 points' }).waitFor()
    const mine = dialog.getByRole('region', { name: 'Yours, here: 6 points' })
    await mine.getByRole('button', { name: 'Use this one' }).click()
    await button(page, 'Transform').click()
    await expect.poll(published, { timeout: 60_000 }).toBe(6)
  })

  it('takes what a page had sent that was left for its own, and drops a draft that says the same', async () => {
    const { user, mapId, page } = shown
    /** The server gets it; the page never hears of it. */
    const sendUnanswered = async () => {
      const sent = page.waitForRequest('**/api/map/transform/**')
      await page.route(
        '**/api/map/transform/**',
        async (route) => void (await route.fetch().catch(() => undefined)),
        { times: 1 },
      )
      await button(page, 'Transform').click()
      await sent
    }
    await addPoint(page)
    await pointCount(page, 7).waitFor()
    await sendUnanswered()
    await addPoint(page)
    await untilKept(user, mapId, 8)
    await page.reload()
    await pointCount(page, 8).waitFor()
    await expect.poll(published).toBe(7)
    await page.reload()
    await pointCount(page, 8).waitFor()
    await expectAbsent(page.getByText(ELSEWHERE))
    await sendUnanswered()
    await page.reload()
    await pointCount(page, 8).waitFor()
    await expect.poll(published).toBe(8)
    await expectAbsent(button(page, 'Restore the draft'))
    await expectAbsent(page.getByText(ELSEWHERE))
  })
})

describe('a point that is placed while one’s own transform is on its way', () => {
  const ways = [
    ['the answer', 4, 4],
    ['the request', 0, 5],
    ['every write', 4, 5],
  ] as const
  it.each(process.env.LONG ? ways : ways.slice(0, 1))(
    'goes on from what was published: %s is slow, %i points were published before, %i are sent',
    async (slow, points, sent) => {
      const { user, mapId, page, opened } = await openOwnMap(stage, { points })
      if (points === 0) await importPoints(page, 'four.points', pointsFile(CORNERS), 4)
      if (sent > 4) await addPoint(page)
      await pointCount(page, sent).waitFor()
      await page.evaluate((text) => {
        const look = () => {
          if (document.body.innerText.includes(text)) document.documentElement.dataset['told'] = 'yes'
        }
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      }, ELSEWHERE)
      await page.route('**/api/map/**', async (route) => {
        const isTransform = route.request().url().includes('/transform/')
        if (route.request().method() === 'GET' || (slow !== 'every write' && !isTransform))
          return route.continue()
        if (slow !== 'the answer') {
          await pause(6_000)
          return route.continue()
        }
        const response = await route.fetch()
        await pause(6_000)
        return route.fulfill({ response })
      })
      await button(page, 'Transform').click()
      await addPoint(page)
      await pointCount(page, sent + 1).waitFor()
      await page.getByText('Map transformed successfully!').first().waitFor({ timeout: 60_000 })
      const published = async () =>
        (await callApi(user, getMap, { params: { id: mapId } })).transformation?.mapPoints.length
      await expect.poll(published).toBe(sent)
      await untilKept(user, mapId, sent + 1)
      await stays(page, () => page.locator('html').getAttribute('data-told')).toBeNull()
      await page.unroute('**/api/map/**')
      await page.reload()
      await pointCount(page, sent + 1).waitFor()
      await expectAbsent(page.getByText(ELSEWHERE))
      await button(page, 'Transform').click()
      await page.getByText('Map transformed successfully!').first().waitFor({ timeout: 60_000 })
      await expect.poll(published).toBe(sent + 1)
      await opened.close()
    },
  )
})
