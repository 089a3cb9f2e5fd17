import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { addMapOnScan } from '../../contract/api/scan-maps.ts'
import { callApi, newUser } from '../support/api.ts'
import { addMap, type EditorStage, openEditor, setEditorStage } from './editor-stage.ts'
import { pressAt, viewOf } from './main-job-editor.ts'

const MAIN: [number, number][] = [
  [400, 40],
  [760, 40],
  [760, 560],
  [400, 560],
]

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

const panel = (page: Page) => page.getByRole('group', { name: 'Crop the scan' })
const mapIdOf = (page: Page) => new URL(page.url()).searchParams.get('mapId')

/** A map that is a part of its scan. */
async function partOfScan() {
  const user = await newUser(stage.server.url)
  const mapId = await addMap(user)
  await callApi(user, saveDraft, {
    params: { id: mapId },
    body: {
      follows: null,
      baseVersion: null,
      transformation: { mapPoints: [], imagePoints: [], mask: [MAIN] },
    },
  })
  return { user, mapId }
}

describe('another map on a scan', () => {
  it('is made in the editor, asks which part of the scan it is, and leads back to the first', async () => {
    const { user, mapId } = await partOfScan()
    const { page } = await openEditor(stage, user, mapId)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Another map on this scan' }).click()
    await panel(page).getByText('Which part of the scan is this map?').waitFor()
    await expect.poll(() => mapIdOf(page)).not.toBe(mapId)
    const view = await viewOf(page, 'Scan')
    for (const corner of [
      [40, 40],
      [300, 40],
      [300, 300],
    ] as const)
      await pressAt(page, view.toScreen(corner))
    await panel(page).getByRole('button', { name: 'Close the outline' }).click()
    await panel(page).getByRole('button', { name: 'Done' }).click()
    const made = mapIdOf(page)!
    await expect
      .poll(async () => {
        const { draft } = await callApi(user, getDraft, { params: { id: made } })
        return draft?.transformation.mask?.[0]?.length
      })
      .toBe(3)
    await page.getByRole('button', { name: 'Open the map “Plan of Kaunas” of this scan' }).click()
    await expect.poll(() => mapIdOf(page)).toBe(mapId)
    await page.reload()
    await page.getByRole('button', { name: 'Open the map “Plan of Kaunas (2)” of this scan' }).waitFor()
  })

  it('is the whole scan where its maker says so on a phone, and is then asked where it is', async () => {
    const { user, mapId } = await partOfScan()
    const { id } = await callApi(user, addMapOnScan, { params: { id: mapId }, body: {} })
    const { page } = await openEditor(stage, user, id, {
      width: 390,
      height: 844,
      touch: true,
      asksForPlace: true,
    })
    await panel(page).getByText('Which part of the scan is this map?').waitFor()
    await panel(page).getByRole('button', { name: 'The whole scan' }).tap()
    await page.getByText('Where is this map?').waitFor()
    await expect.poll(() => panel(page).count()).toBe(0)
  })
})
