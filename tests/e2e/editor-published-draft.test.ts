import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { getMap } from '../../contract/api/maps.ts'
import { restoreVersion, transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser } from '../support/api.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { addMap, type EditorStage, openEditor, placeOf, setEditorStage } from './editor-stage.ts'
import { pointCount } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

it('a draft is none where it was published by a page that was left, though an earlier overlay is the current one again', async () => {
  const user = await newUser(stage.server.url)
  const mapId = await addMap(user, { points: 4 })
  const params = { id: mapId }
  const { transformation } = await callApi(user, getMap, { params })
  const { mapPoints, imagePoints } = transformation!
  const moved = {
    mapPoints: [...mapPoints.slice(0, -1), placeOf([640, 420])],
    imagePoints,
    transformationType: 'TPS' as const,
  }
  const keep = (follows: number | null) =>
    callApi(user, saveDraft, { params, body: { follows, baseVersion: 1, transformation: moved } })
  await keep(null)
  await callApi(user, transformMap, { params, body: moved })
  await callApi(user, restoreVersion, { params: { ...params, n: 1 } })
  const opened = await openEditor(stage, user, mapId)
  await expect.poll(async () => (await callApi(user, getDraft, { params })).draft).toBeNull()
  await expectAbsent(opened.page.getByText(/Unpublished draft/))
  await pointCount(opened.page, 4).waitFor()
  await opened.close()
  // The same points, kept since, are work.
  await keep(null)
  const again = await openEditor(stage, user, mapId)
  await again.page.getByText('Your 4 points from before are here again.').waitFor()
  await again.close()
})
