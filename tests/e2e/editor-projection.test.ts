import { afterAll, beforeAll, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { mapPlaneOf } from '../../gcp-files/map-plane/map-plane.ts'
import { projectionOf } from '../../gcp-files/reference-systems/projection.ts'
import { callApi, newUser } from '../support/api.ts'
import { addMap, type EditorStage, openEditor, SCAN, setEditorStage } from './editor-stage.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

/** Points of a map of Europe that is drawn in a cone, each clicked a little beside. */
async function drawnInACone() {
  const found = await mapPlaneOf('+proj=eqdc +lat_1=42 +lat_2=60 +lon_0=20')
  const projection = found.ok && found.plane && projectionOf(found.plane.system)
  if (!projection) throw new Error('no projection')
  const places = [40, 47, 54, 61].flatMap((lat) => [0, 10, 20, 30, 40].map((lon) => [lon, lat] as const))
  const drawn = places.map((lonLat) => projection.fromLonLat(lonLat))
  const [west, north] = [Math.min(...drawn.map(([x]) => x)), Math.max(...drawn.map(([, y]) => y))]
  const unit = (Math.max(...drawn.map(([x]) => x)) - west) / (0.9 * SCAN.width)
  return {
    imagePoints: drawn.map(([x, y], at) => ({
      pixelX: 40 + (x - west) / unit + 0.3 * Math.sin(7 * at),
      pixelY: 40 + (north - y) / unit + 0.3 * Math.cos(5 * at),
    })),
    mapPoints: places.map(([lon, lat]): [number, number] => {
      const [x, y] = mapPointOf(lon, lat)
      return [x, y]
    }),
  }
}

it('the projection of a map is found from its points, said with what it brings, used, taken back and published', async () => {
  const user = await newUser(stage.server.url)
  const id = await addMap(user, { title: 'Europe in a cone' })
  const points = await drawnInACone()
  await callApi(user, transformMap, { params: { id }, body: { ...points, transformationType: 'Affine' } })
  const opened = await openEditor(stage, user, id)
  const { page } = opened
  await page.getByRole('button', { name: 'Map settings' }).click()
  const part = page.getByRole('group', { name: 'Projection of the map' })
  await part.getByText('Projection of the map: standard').waitFor()
  await part.getByRole('button', { name: 'Change' }).click()
  await part.getByRole('button', { name: 'Find the best' }).click()
  await part
    .getByText(
      /^Drawn in (an equidistant|a conformal) conic projection, centre 20° E: affine error 0\.\d+ px instead of \d+(\.\d)? px\.$/,
    )
    .waitFor()
  await part.getByRole('button', { name: 'Use this projection' }).click()
  await part.getByText(/^Projection of the map: \+proj=(eqdc|lcc) /).waitFor()
  await page.keyboard.press('Escape')
  await part.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Map settings' }).click()
  await part.getByText('Projection of the map: standard').waitFor()
  await part.getByRole('button', { name: 'Change' }).click()
  await part.getByRole('textbox', { name: 'Or its code' }).fill('EPSG:3034')
  await part.getByRole('button', { name: 'Use', exact: true }).click()
  await part.getByText('Projection of the map: EPSG:3034').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Transform/ }).click()
  await expect
    .poll(async () => (await callApi(user, getMap, { params: { id } })).transformation?.projection)
    .toBe('EPSG:3034')
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})
