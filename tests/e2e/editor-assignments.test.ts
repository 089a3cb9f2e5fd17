import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveTransformation,
  giveBackClaim,
  markAssignmentDone,
  rejectAssignment,
  requestChanges,
} from '../../contract/api/assignments.ts'
import { getMap } from '../../contract/api/maps.ts'
import { endClaimsADayAgo } from '../support/a-day-later.ts'
import { callApi, newUser } from '../support/api.ts'
import type { TestPage } from '../support/browser.ts'
import { goTo } from '../support/in-app.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import {
  addClaimedMap,
  type EditorStage,
  type EditorUser,
  openEditor,
  pointsFile,
  publish,
  setEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { importPoints, pointCount } from './main-job-editor.ts'
import { bannerTone } from './banner-tone.ts'

let stage: EditorStage
let owner: EditorUser
let helper: EditorUser
beforeAll(async () => {
  stage = await setEditorStage()
  owner = await newUser(stage.server.url)
  helper = await newUser(stage.server.url)
})
afterAll(() => stage?.end())

const recordOf = (user: Parameters<typeof callApi>[0], id: string) =>
  callApi(user, getMap, { params: { id } })

const NOTE = 'The bridges are of 1905.'

/** A map of the owner's that the helper has claimed, transformed from so many points, and, where `isDone`, submitted. */
const claimedMap = ({ points = 0, isDone = false }) =>
  addClaimedMap(owner, helper, { points, ...(isDone && { submission: { note: NOTE } }) })

const submittedMap = () => claimedMap({ points: 5, isDone: true })

/** The helper may have one at a time. */
const giveBack = (id: string) => callApi(helper, giveBackClaim, { params: { id } })

const opened = new Map<EditorUser, TestPage>()

/** The page of a user's, which goes on from one map to the next as its links do. */
async function openAs(user: EditorUser, id: string): Promise<Page> {
  const known = opened.get(user)
  if (!known) {
    const first = await openEditor(stage, user, id)
    opened.set(user, first)
    return first.page
  }
  await goTo(known.page, `/map-editor?mapId=${id}`)
  await untilDrawn(known.page)
  return known.page
}

/** Which colour the banner with this text has. */
async function toneOf(page: Page, text: string | RegExp): Promise<'amber' | 'blue'> {
  const banner = page.getByRole('status').filter({ hasText: text }).first()
  await banner.waitFor()
  return bannerTone(banner)
}

const refusal = (message: string) => ({
  status: 409,
  json: { message, error: message, messageKey: 'errors.none' },
})

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)

const transformButton = (page: Page) => page.getByRole('button', { name: 'Transform', exact: true })

describe('a map that someone else has transformed and submitted', () => {
  let rejected: string

  it('is rejected by its owner with one of the ten reasons, and is as it was before', async () => {
    rejected = await submittedMap()
    const page = await openAs(owner, rejected)
    await page.getByText(/The transformation by .+ is ready for your approval\./).waitFor()
    await expect.poll(() => toneOf(page, 'ready for your approval')).toBe('amber')
    await pointCount(page, 5).waitFor()
    await expect.poll(() => transformButton(page).getAttribute('aria-disabled')).toBe('true')

    await page.getByRole('button', { name: 'View details' }).click()
    const details = page.getByRole('dialog')
    await details.getByRole('heading', { name: 'Plan of Kaunas' }).waitFor()
    for (const fact of [`Worked on by${helper.username}`, 'Control points5'])
      await details.locator('dl > div').filter({ hasText: fact }).waitFor()
    await details.getByRole('button', { name: 'Load map' }).click()
    await page
      .getByRole('radio', { name: 'Result' })
      .and(page.locator(':checked'))
      .waitFor({ state: 'attached' })

    await page.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject the transformation' })
    const confirm = dialog.getByRole('button', { name: 'Reject', exact: true })
    await dialog.waitFor()
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(10)
    await confirm.click()
    await dialog.getByText('Choose a reason: the contributor will see it.').waitFor()
    await expect.poll(() => isFocused(dialog.getByRole('radio').first())).toBe(true)
    await dialog.getByRole('radio', { name: 'Insufficient points' }).check()
    await dialog.getByRole('textbox').fill('Please add points along the coast.')
    await page.route('**/api/maps/reject-assignment/**', (route) => route.abort('failed'))
    await confirm.click()
    await dialog.getByRole('alert').waitFor()
    await page.getByText('Failed to reject transformation').first().waitFor()
    expect((await recordOf(owner, rejected)).assigned?.isDone).toBe(true)
    await page.unroute('**/api/maps/reject-assignment/**')
    await confirm.click()
    await page.getByText('Transformation rejected').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    // The points of the rejected transformation are gone here as well, and the owner may edit again.
    await pointCount(page, 0).waitFor()
    await expect.poll(() => transformButton(page).getAttribute('aria-disabled')).toBeNull()
    const record = await recordOf(owner, rejected)
    expect(record).toMatchObject({ isTransformed: false, assigned: null, transformation: null })
    expect((await recordOf(helper, rejected)).files.transformedFilePath).toBeNull()
  })

  it('tells its contributor why it was rejected, and keeps their points for another claim', async () => {
    const page = await openAs(helper, rejected)
    await goTo(page, '/my-assignments')
    const notice = page.getByRole('alert').filter({ hasText: 'Plan of Kaunas' })
    await notice.waitFor()
    await expect.poll(() => notice.innerText()).toContain('Insufficient points')
    await expect.poll(() => notice.innerText()).toContain('Please add points along the coast.')
    await expect.poll(() => notice.innerText()).toContain('you can claim the map again from')
    await expectAbsent(notice.getByRole('button'))
    await endClaimsADayAgo(helper.url, rejected)
    await page.reload()
    await notice.getByRole('button').click()
    await page.getByText('Your 5 points from before are here again.').first().waitFor()
    await pointCount(page, 5).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: 'Your earlier work was rejected: Insufficient points' })
      .filter({ hasText: 'Please add points along the coast.' })
      .waitFor()
    await expectAbsent(page.getByRole('button', { name: 'Restore the draft' }))
    await giveBack(rejected)
  })

  it('is decided about in one tab: the others of its owner hear of it, and its contributor is thanked', async () => {
    const id = await submittedMap()
    const asOwner = await openAs(owner, id)
    const asHelper = await openAs(helper, id)
    const question = asOwner.getByText(/The transformation by .+ is ready for your approval\./)
    await question.waitFor()
    await asHelper.getByText('Submitted: awaiting').waitFor()
    await callApi(owner, approveTransformation, { params: { id } })
    await question.waitFor({ state: 'detached' })
    await expectAbsent(asOwner.getByRole('button', { name: 'Reject' }))
    await asHelper.getByText('Your transformation has been approved').waitFor()
  })

  it('goes back for changes with the words of its owner, and can be submitted again', async () => {
    const id = await submittedMap()
    const asOwner = await openAs(owner, id)
    await asOwner.getByRole('button', { name: 'Request changes' }).click()
    const dialog = asOwner.getByRole('dialog', { name: 'Request changes' })
    const confirm = dialog.getByRole('button', { name: 'Request changes' })
    await confirm.click()
    await dialog.getByText('Choose a reason, or say below what is to be changed.').waitFor()
    await expect.poll(() => isFocused(dialog.getByRole('radio').first())).toBe(true)
    await dialog.getByRole('textbox').fill('The river bends are off in the north.')
    // What was written is not lost by a key.
    await asOwner.keyboard.press('Escape')
    await asOwner.getByRole('button', { name: 'Keep editing' }).click()
    await confirm.click()
    await dialog.waitFor({ state: 'detached' })

    const asHelper = await openAs(helper, id)
    await asHelper.getByText('The river bends are off in the north.').first().waitFor()
    await pointCount(asHelper, 5).waitFor()
    await asHelper.getByRole('button', { name: 'Mark as done' }).click()
    await asHelper.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect.poll(async () => (await recordOf(helper, id)).assigned?.isDone).toBe(true)
  })

  it('tells an editor that stands open of the rejection, and goes on from its points once it is claimed again', async () => {
    const id = await submittedMap()
    const page = await openAs(helper, id)
    await page.getByText('Submitted: awaiting').waitFor()
    await callApi(owner, rejectAssignment, {
      params: { id },
      body: { reason: 'insufficientPoints', note: 'Please add points along the coast.' },
    })
    const banner = page.getByRole('status').filter({ hasText: 'has rejected your transformation' })
    await banner.waitFor()
    await banner.getByText('Insufficient points. Please add points along the coast.').waitFor()
    await expect.poll(() => transformButton(page).getAttribute('aria-disabled')).toBe('true')
    await expectAbsent(page.getByText(/elsewhere|another device/))

    await banner.getByText('you can claim the map again after a day').waitFor()
    await endClaimsADayAgo(helper.url, id)
    await page.reload()
    await page.getByRole('button', { name: 'Claim it now' }).click()
    await pointCount(page, 5).waitFor()
    await expectAbsent(page.getByText(/elsewhere|another device/))
    await transformButton(page).click()
    await page.getByText('Map transformed successfully!').first().waitFor({ timeout: 60_000 })
    expect((await recordOf(helper, id)).assigned?.isTransformed).toBe(true)
    await giveBack(id)
  })

  it('is not submitted while points stand that are in no overlay yet', async () => {
    const id = await claimedMap({ points: 4 })
    const page = await openAs(helper, id)
    const done = page.getByRole('button', { name: 'Mark as done' })
    await expect.poll(() => done.isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Add point', exact: true }).click()
    await pointCount(page, 5).waitFor()
    await expect.poll(() => done.isDisabled()).toBe(true)
    await page.keyboard.press('Control+z')
    await pointCount(page, 4).waitFor()
    await expect.poll(() => done.isEnabled()).toBe(true)
    await giveBack(id)
  })

  it('is approved by its owner, whose overlay it becomes, or says that it could not be', async () => {
    const id = await submittedMap()
    const page = await openAs(owner, id)
    await page.route('**/api/maps/approve-transformation/**', (route) => route.abort('failed'))
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Failed to approve transformation').first().waitFor()
    await page.unroute('**/api/maps/approve-transformation/**')
    await page.getByRole('status').filter({ hasText: NOTE }).waitFor()
    await page.getByRole('button', { name: 'Before and after' }).click()
    const review = page.getByRole('dialog', { name: 'Before and after' })
    await review.getByText(`${helper.username} says`).waitFor()
    await review.getByText(NOTE).waitFor()
    await review.getByText('The map had no overlay: every point is new.').waitFor()
    await review.getByText('5 new · 0 the same').waitFor()
    for (const fact of [`By${helper.username}`, 'Points5', 'TransformationTPS'])
      await review.locator('dl > div').filter({ hasText: fact }).waitFor()
    await review.locator('[data-overlays="1"][data-busy="false"]').waitFor({ timeout: 30_000 })
    await review.getByRole('slider', { name: 'Line between before and after' }).press('ArrowRight')
    await review.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Map transformation approved').first().waitFor()
    await page
      .getByText(/The transformation by .+ is ready for your approval\./)
      .waitFor({ state: 'detached' })
    expect(await recordOf(owner, id)).toMatchObject({ isTransformed: true, assigned: null })
    await pointCount(page, 5).waitFor()
  })

  it('is not decided about twice: who comes too late is told, and sees the map as it is', async () => {
    const id = await submittedMap()
    const page = await openAs(owner, id)
    const question = page.getByText(/The transformation by .+ is ready for your approval\./)
    await question.waitFor()
    // Nothing live reaches this tab.
    await page.context().setOffline(true)
    await callApi(owner, approveTransformation, { params: { id } })
    await page.route('**/api/map/*', (route) =>
      route.request().method() === 'GET' ? undefined : route.continue(),
    )
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject the transformation' })
    await dialog.getByRole('radio', { name: 'Insufficient points' }).check()
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('There is nothing to decide any more').first().waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await question.waitFor({ state: 'detached' })
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('a map that is being worked on', () => {
  let claimed: string

  it('shows its owner who works on it, and lets them change nothing', async () => {
    claimed = await claimedMap({})
    const page = await openAs(owner, claimed)
    await page.getByText(`${helper.username} is working on this map`).waitFor()
    await expect.poll(() => toneOf(page, 'is working on this map')).toBe('amber')
    await expect
      .poll(() => page.getByRole('button', { name: 'Add point' }).getAttribute('aria-disabled'))
      .toBe('true')
    const banner = page.getByRole('status').filter({ hasText: `${helper.username} is working on this map` })
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
  })

  it('is submitted once it is transformed, and then waits for the owner', async () => {
    const page = await openAs(helper, claimed)
    await expect.poll(() => toneOf(page, /Assigned to you until/)).toBe('blue')
    const banner = page.getByRole('status').filter({ hasText: /Assigned to you until/ })
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
    // Whether it is public is the owner's to say.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit map info' }).waitFor()
    await expectAbsent(page.getByRole('menuitem', { name: /^Make (public|private)$/ }))
    await page.keyboard.press('Escape')
    const done = page.getByRole('button', { name: 'Mark as done' })
    await expect.poll(() => done.isDisabled()).toBe(true)
    await publish(helper, claimed, 4)
    await expect.poll(() => done.isDisabled(), { timeout: 15_000 }).toBe(false)
    const path = '**/api/maps/mark-assignment-done/**'
    await page.route(path, (route) => route.abort('failed'))
    await done.click()
    const dialog = page.getByRole('dialog', { name: 'Submit for approval' })
    const submit = dialog.getByRole('button', { name: 'Submit', exact: true })
    await dialog.getByRole('textbox').fill('x'.repeat(2001))
    await dialog.getByText('At most 2000 characters', { exact: true }).waitFor()
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('The bridges are of 1905.')
    await submit.click()
    await page.getByText('Failed to submit transformation').first().waitFor()
    await page.unroute(path)
    await page.route(path, (route) => route.fulfill(refusal('The owner has gone fishing')))
    await submit.click()
    await dialog.getByRole('alert').getByText('The owner has gone fishing').waitFor()
    await page.unroute(path)
    await submit.click()
    await dialog.waitFor({ state: 'detached' })
    expect((await recordOf(helper, claimed)).submission?.note).toBe('The bridges are of 1905.')
    await page.getByText('Transformation marked as done and submitted for approval').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Already submitted' }).isDisabled()).toBe(true)
    await expect.poll(() => toneOf(page, /awaiting the owner’s approval/)).toBe('amber')
  })

  it('is submitted by a button in the banner on a phone, and a rejection closes what covers its telling', async () => {
    const id = await claimedMap({ points: 4 })
    const { page, close } = await openEditor(stage, helper, id, { width: 390, height: 844, touch: true })
    const banner = page.getByRole('status').filter({ hasText: /Assigned to you until/ })
    await banner.getByRole('button', { name: 'Mark as done' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Submit for approval' })
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/banner-done-390.png` })
    await dialog.getByRole('button', { name: 'Submit', exact: true }).tap()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Submitted: awaiting').waitFor()
    await callApi(owner, requestChanges, { params: { id }, body: { note: 'One point more.' } })
    await banner.waitFor()
    await page.getByRole('button', { name: 'Controls' }).tap()
    const controls = page.getByRole('dialog', { name: 'Controls' })
    await controls.waitFor()
    await callApi(helper, markAssignmentDone, { params: { id }, body: null })
    await controls.waitFor({ state: 'detached' })
    await callApi(owner, rejectAssignment, { params: { id }, body: { reason: 'insufficientPoints' } })
    await page.getByText('you can claim the map again after a day').waitFor()
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/rejected-390.png` })
    await close()
  })

  it('tells who works on it when their time is over, locks, and keeps their draft', async () => {
    const id = await claimedMap({})
    let endsSoon = false
    let expireAt: number | undefined
    // The server's answers with a claim that ends early, as they are once it has ended.
    await opened.get(helper)?.page.route(`**/api/map/${id}`, async (route) => {
      const record = await recordOf(helper, id)
      // From when the page first hears of it: publishing may take long.
      if (endsSoon) expireAt ??= Date.now() + 12_000
      // The page waits a second longer, as it knows the server's clock to half a second.
      const isOver = expireAt !== undefined && Date.now() > expireAt + 1_000
      const until = new Date(expireAt ?? Date.now() + 3_600_000).toISOString()
      const assigned = isOver ? null : { ...record.assigned, expireAt: until }
      await route.fulfill({ json: { ...record, assigned } })
    })
    const page = await openAs(helper, id)
    const pixels = [
      [100, 100],
      [600, 150],
      [300, 500],
      [500, 400],
    ] as const
    await importPoints(page, 'some.points', pointsFile(pixels), pixels.length)
    endsSoon = true
    // What the live stream says of a job makes the editor ask for the record anew.
    const told = page.getByText('Assignment for the map has expired').first().waitFor()
    await Promise.all([told, publish(helper, id, 4)])
    await page.getByText(/Your time for this map is over/).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Add point' }).getAttribute('aria-disabled'))
      .toBe('true')
    await pointCount(page, 4).waitFor()
    await page.getByText('Saved, not transformed').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await stays(page, () =>
      page.getByRole('menuitem', { name: 'Export points' }).getAttribute('data-disabled'),
    ).toBeNull()
  })
})
