import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import type { PointProposals, ScanLettering } from '../../contract/api/lettering.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { callApi } from '../support/api.ts'
import { FLAT } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, placeOf, setEditorStage } from './editor-stage.ts'
import { paneOf, pointCount } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, FLAT)
})
afterAll(() => stage?.end())

const PIXELS = [
  [120, 90],
  [640, 120],
  [400, 300],
  [150, 500],
] as const
const NAMES = ['Kaunas', 'Garliava', 'Vilkija', 'Jonava']
const FOUND: PointProposals = {
  points: PIXELS.map((pixel, at) => {
    const [lon, lat] = lonLatOf(placeOf(pixel))
    const name = NAMES[at] ?? ''
    return { image: [pixel[0], pixel[1]], map: [lon, lat], read: name.toUpperCase(), name, odds: 4 - at }
  }),
  odds: 20,
  reason: 'found',
}
const READ: ScanLettering = { state: 'done', percent: 100, readAt: '2026-11-28T12:00:00.000Z', words: [] }

/** Answers as a server that has read the names and knows their places. */
async function answerProposals(page: Page) {
  await page.route('**/api/maps/*/lettering', (route) => route.fulfill({ json: READ }))
  await page.route('**/api/maps/*/point-proposals', (route) => route.fulfill({ json: FOUND }))
}

const openPropose = async (device: object) => {
  const shown = await openOwnMap(stage, {}, { ...device, asksForPlace: true, prepare: answerProposals })
  const { page } = shown
  const card = page.locator('[data-place-card]')
  await card.getByRole('button', { name: 'Other ways' }).click()
  await card.getByRole('button', { name: 'Read its names' }).click()
  const panel = page.getByRole('region', { name: 'Points from the names' })
  await panel.getByText('4 points proposed.').waitFor()
  const chosen = panel.getByRole('option', { selected: true })
  const mark = (pane: 'Scan' | 'Base map', name: string) => paneOf(page, pane).getByRole('button', { name })
  return { ...shown, panel, chosen, mark }
}

it('proposes points where a new map asks for its place: marks in both panes, keys, and one undo for all', async () => {
  const { user, mapId, page, opened, panel, chosen, mark } = await openPropose({})
  await mark('Scan', 'A: Kaunas').waitFor()
  // The map has come to where they lie, clear of the panel.
  await mark('Base map', 'C: Vilkija').click()
  await expect.poll(() => chosen.getAttribute('aria-label')).toBe('C: Vilkija, read “VILKIJA”, likely')
  await expect.poll(() => mark('Scan', 'C: Vilkija').getAttribute('aria-pressed')).toBe('true')
  await paneOf(page, 'Scan').getByRole('application').focus()
  await page.keyboard.press('n')
  await expect.poll(() => chosen.getAttribute('aria-label')).toMatch(/^D: Jonava/)
  await page.keyboard.press('y')
  await pointCount(page, 1).waitFor()
  await expectAbsent(mark('Scan', 'D: Jonava'))
  await panel.getByRole('button', { name: 'Accept all 3' }).click()
  await pointCount(page, 4).waitFor()
  const origins = async () =>
    (await callApi(user, getDraft, { params: { id: mapId } })).draft?.transformation.proposed
  const origin = (at: number) => ({ read: NAMES[at]!.toUpperCase(), name: NAMES[at] })
  await expect.poll(origins).toEqual({ 0: origin(3), 1: origin(0), 2: origin(1), 3: origin(2) })
  await page.keyboard.press('Control+z')
  await pointCount(page, 1).waitFor()
  await mark('Base map', 'A: Kaunas').waitFor()
  // The introduction, which is due, speaks of points that are clicked: it stays away.
  await panel.getByRole('button', { name: 'Close' }).click()
  await expectAbsent(panel)
  await expectAbsent(page.getByText('Step 1 of 4'))
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})

it('proposes points on a phone in a sheet at the lower edge, which leaves the map to be seen', async () => {
  const { opened, panel, mark } = await openPropose({ width: 390, height: 844, touch: true })
  await mark('Scan', 'B: Garliava').tap()
  await panel.getByRole('button', { name: 'Accept B' }).tap()
  await expectAbsent(mark('Scan', 'B: Garliava'))
  const box = (await panel.boundingBox())!
  expect(box.y).toBeGreaterThan(844 / 3)
  expect(box.y + box.height).toBeLessThanOrEqual(844)
  await panel.getByRole('button', { name: 'Close' }).tap()
  await expectAbsent(panel)
  await expectAbsent(mark('Scan', 'A: Kaunas'))
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})
