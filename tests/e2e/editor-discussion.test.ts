import { AxeBuilder } from '@axe-core/playwright'
import process from 'node:process'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addComment, mapComments } from '../../contract/api/discussion.ts'
import { callApi, newUser } from '../support/api.ts'
import type { TestPage } from '../support/browser.ts'
import { addMap, type EditorStage, openEditor, publish, setEditorStage } from './editor-stage.ts'
import { pressAt, viewOf } from './main-job-editor.ts'

let stage: EditorStage
let opened: TestPage

beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

const discussion = (page: Page) => page.getByRole('region', { name: /^(Discussion|Aptarimas)/ })
const menuOf = (page: Page, number: number) =>
  page.getByRole('toolbar', { name: `Point ${number}`, exact: true })
const press = async (page: Page, pixel: readonly [number, number]) =>
  pressAt(page, (await viewOf(page, 'Scan')).toScreen([...pixel]))

it('is begun about a point by anyone who sees it, and leads back to the point', async () => {
  const owner = await newUser(stage.server.url, 'Ona')
  const reader = await newUser(stage.server.url, 'Jonas')
  const mapId = await addMap(owner, { isPublic: true, points: 4 })
  opened = await openEditor(stage, reader, mapId)
  const { page } = opened
  await press(page, [80, 60])
  await menuOf(page, 1).waitFor()
  // Who only looks has nothing that would change the point.
  await expect.poll(() => menuOf(page, 1).getByRole('button').count()).toBe(2)
  await menuOf(page, 1).getByRole('button', { name: 'Comment on this point' }).click()
  await discussion(page).getByText('Your comment will be on point 1 of overlay 1.').waitFor()
  // One writes at once, over the whole width.
  const field = discussion(page).getByLabel('Your comment')
  await expect.poll(() => field.evaluate((at) => at === document.activeElement)).toBe(true)
  const [wide, all] = [await field.boundingBox(), await discussion(page).boundingBox()]
  expect(wide!.width).toBeGreaterThan(all!.width - 8)
  await field.fill('This is the tower, not the church')
  await discussion(page).getByRole('button', { name: 'Send' }).click()
  await discussion(page).getByText('This is the tower').waitFor()
  await discussion(page).getByText('Your comment will be on').waitFor({ state: 'detached' })
  const { comments } = await callApi(owner, mapComments, { params: { id: mapId } })
  expect(comments).toMatchObject([{ point: { number: 1, version: 1, image: [80, 60] } }])
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/point-1280.png` })
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])

  // From the discussion to the point, which is selected in both panes.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await menuOf(page, 1).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Discussion' }).click()
  await discussion(page).getByRole('button', { name: 'On point 1' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Point 1', exact: true }) })
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true')
})

it('says of a point that others do not see it as it stands, and of one that has gone that it has', async () => {
  const owner = await newUser(stage.server.url, 'Rita')
  const mapId = await addMap(owner, { points: 4 })
  const point = { version: 1, number: 4 }
  await callApi(owner, addComment, { params: { id: mapId }, body: { text: 'Check this one', point } })
  await publish(owner, mapId, 3)
  opened = await openEditor(stage, owner, mapId)
  const { page } = opened
  await press(page, [80, 60])
  await menuOf(page, 1).waitFor()
  await page.keyboard.press('ArrowRight')
  await menuOf(page, 1).getByRole('button', { name: 'More about this point' }).click()
  await page.getByRole('menuitem', { name: 'Comment on this point' }).click()
  await page.getByText(/This point is not published as it is here/).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Discussion' }).click()
  await discussion(page)
    .getByText(/of overlay 1, /)
    .waitFor()
  await discussion(page).getByRole('button', { name: 'On point 4' }).click()
  await page.getByText('Point 4 of overlay 1 has been moved or deleted since.').waitFor()
})

it('is begun about a point with a finger, on a narrow phone', async () => {
  const owner = await newUser(stage.server.url, 'Petras')
  const mapId = await addMap(owner, { points: 4 })
  opened = await openEditor(stage, owner, mapId, { width: 320, height: 700, touch: true, theme: 'dark' })
  const { page } = opened
  const [x, y] = (await viewOf(page, 'Scan')).toScreen([80, 60])
  await page.touchscreen.tap(x, y)
  const menu = menuOf(page, 1)
  await menu.waitFor()
  const box = (await menu.boundingBox())!
  expect([box.x >= 0, box.x + box.width <= 320]).toEqual([true, true])
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/point-320.png` })
  await menu.getByRole('button', { name: 'More about this point' }).tap()
  await page.getByRole('menuitem', { name: 'Comment on this point' }).tap()
  await discussion(page).getByText('Your comment will be on point 1 of overlay 1.').waitFor()
  await expect
    .poll(async () => ((await discussion(page).getByRole('heading').boundingBox())?.y ?? 9999) < 700)
    .toBe(true)
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/point-320-dialog.png` })
})
