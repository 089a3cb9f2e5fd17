import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import { logout } from '../../contract/api/session.ts'
import { getMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, setEditorStage, untilDrawn } from './editor-stage.ts'
import { pointCount } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Log in to go on' })
const draft = (page: Page) => page.getByRole('status').filter({ hasText: /unpublished|draft/i })

async function signIn(page: Page, password: string, email?: string): Promise<void> {
  const dialog = signInDialog(page)
  if (email !== undefined) await dialog.locator('[name=email]').fill(email)
  await dialog.locator('[name=password]').fill(password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** The server ends the session, and the page hears of it with its next call. */
async function endSession(page: Page, user: Caller): Promise<void> {
  await callApi(user, logout, {})
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await signInDialog(page).waitFor()
}

/** A map of four published points with a fifth that is not published. */
async function openChangedMap() {
  const opened = await openOwnMap(stage, { points: 4 })
  await opened.page.getByRole('button', { name: 'Add point' }).click()
  await pointCount(opened.page, 5).waitFor()
  // Else it is the keeping of the draft that hears first that a session has ended.
  const kept = async () => {
    const { draft } = await callApi(opened.user, getDraft, { params: { id: opened.mapId } })
    return draft?.transformation.mapPoints.length
  }
  await expect.poll(kept, { timeout: 30_000 }).toBe(5)
  return opened
}

it('a session that ended is told over the editor, and what was asked for is done after logging in', async () => {
  const { user, mapId, opened, page } = await openChangedMap()
  // The live stream would hear of it first.
  await page.route('**/api/notifications/stream-ticket', () => undefined)
  await callApi(user, logout, {})
  await page.getByRole('button', { name: 'Transform', exact: true }).click()
  const dialog = signInDialog(page)
  await dialog.waitFor()
  await expect.poll(() => dialog.locator('[name=email]').inputValue()).toBe(user.email)
  await expect
    .poll(() => dialog.locator('[name=password]').evaluate((f) => f === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Escape')
  await signIn(page, 'Wrong12')
  await dialog.getByRole('alert').waitFor()
  await pointCount(page, 5).waitFor()
  await signIn(page, user.password)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Map transformed successfully!').first().waitFor({ timeout: 60_000 })
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const record = await callApi({ ...user, token: token ?? '' }, getMap, { params: { id: mapId } })
  expect(record.transformation?.imagePoints).toHaveLength(5)
  // The same editor still: its history lives on.
  await page.getByRole('button', { name: /^Undo/ }).click()
  await pointCount(page, 4).waitFor()
  expect(opened.takeErrors().filter((text) => !/\b401\b/.test(text))).toEqual([])
  await expectAbsent(page.getByText('Failed to check'), { except: /stream-ticket/ })
  await opened.close()
})

it('a token that is lost is asked for over the editor as well, and what was asked for is done', async () => {
  const { user, opened, page } = await openChangedMap()
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.getByRole('button', { name: 'Transform', exact: true }).click()
  await signInDialog(page).waitFor()
  await pointCount(page, 5).waitFor()
  await signIn(page, user.password)
  await signInDialog(page).waitFor({ state: 'detached' })
  await page.getByText('Map transformed successfully!').first().waitFor({ timeout: 60_000 })
  await opened.close()
})

it('takes the keys from the map where its user is asked to log in, be it by logging out in another tab', async () => {
  const { opened, page } = await openChangedMap()
  const scan = page.getByRole('application', { name: 'Scan' })
  await scan.focus()
  const other = await page.context().newPage()
  await other.goto('/main')
  await other.getByRole('button', { name: /^User menu/ }).click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await other.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await other.close()
  await page.bringToFront()
  await page.keyboard.press('Control+Enter')
  const dialog = signInDialog(page)
  await dialog.waitFor()
  const isInDialog = () => dialog.evaluate((box) => box.contains(document.activeElement))
  await stays(page, isInDialog, { timersMs: 1_500 }).toBe(true)
  await opened.close()
})

it('logging out in another tab leaves an open editor as it is until its user is back', async () => {
  const { user, opened, page } = await openChangedMap()
  // The server ends the live stream, which may ask for another before the page hears that its user has gone.
  await page.route('**/api/notifications/stream-ticket', () => undefined)
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto('/main')
  await other.getByRole('button', { name: /^User menu/ }).click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await other.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await signInDialog(page).waitFor()
  await pointCount(page, 5).waitFor()
  // What stands open is kept, and not shown to whoever comes next.
  const cover = page.locator('.mantine-Modal-overlay').first()
  await expect
    .poll(() =>
      cover.evaluate((box) => {
        const { backgroundColor, opacity } = getComputedStyle(box)
        return [opacity, /rgba|\/ 0/.test(backgroundColor)]
      }),
    )
    .toEqual(['1', false])
  // Logging in in the other tab is enough.
  await other.locator('[name=email]').fill(user.email)
  await other.locator('[name=password]').fill(user.password)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await signInDialog(page).waitFor({ state: 'detached' })
  await pointCount(page, 5).waitFor()
  expect(page.url()).toBe(address)
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})

it('another user is asked whose page it shall be, and the draft stays with the one who made it', async () => {
  const { user, mapId, opened, page } = await openChangedMap()
  const stranger = await newUser(stage.server.url)
  await page.getByText('Saved, not transformed').waitFor()
  await endSession(page, user)
  await signIn(page, stranger.password, stranger.email)
  const choice = page.getByRole('dialog', { name: 'Another user is logged in' })
  await choice.getByRole('button', { name: `Log in as ${user.username}` }).click()
  await expect.poll(() => signInDialog(page).locator('[name=email]').inputValue()).toBe(user.email)
  await signIn(page, stranger.password, stranger.email)
  await choice.getByRole('button', { name: `Go on as ${stranger.username}` }).click()
  await page.getByText('This map does not exist, or it is private').waitFor()
  // The navigation waits behind its key.
  await page.keyboard.press('Control+b')
  await page.getByRole('button', { name: `User menu: ${stranger.username}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.locator('[name=email]').fill(user.email)
  await page.locator('[name=password]').fill(user.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/main')
  await page.goto(`/map-editor?mapId=${mapId}`)
  await untilDrawn(page)
  await draft(page).waitFor()
  await opened.close()
})

it('an editor can be left for the login screen, which leads back to it and its draft', async () => {
  const { user, mapId, opened, page } = await openChangedMap()
  await endSession(page, user)
  await signInDialog(page).getByRole('button', { name: 'Leave this page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/map-editor?mapId=${mapId}`)
  await page.locator('[name=email]').fill(user.email)
  await page.locator('[name=password]').fill(user.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await untilDrawn(page)
  await draft(page).waitFor()
  await opened.close()
})
