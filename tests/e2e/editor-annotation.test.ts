import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EditorStage, openOwnMap, setEditorStage } from './editor-stage.ts'
import { pointCount, pressTool } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

describe('points of an annotation', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, { points: 5 })
  })
  afterAll(() => shown?.opened.close())

  it('come with crop and transformation out of the chosen map of an annotation, and go in one step', async () => {
    const { page } = shown
    const map = (name: string, type: string, count: number) => ({
      type: 'Annotation',
      target: {
        type: 'SpecificResource',
        // Half the size of the scan: the points are scaled.
        source: { id: `https://example.org/iiif/${name}`, type: 'ImageService3', width: 400, height: 300 },
        selector: {
          type: 'SvgSelector',
          value: '<svg width="400" height="300"><polygon points="10,10 390,10 390,290" /></svg>',
        },
      },
      body: {
        type: 'FeatureCollection',
        transformation: { type },
        features: Array.from({ length: count }, (_, i) => ({
          type: 'Feature',
          properties: { resourceCoords: [40 + 60 * i, 30 + ((i * 173) % 240)] },
          geometry: { type: 'Point', coordinates: [25 + i / 100, 54 - ((i * 7) % 5) / 100] },
        })),
      },
    })
    const items = [map('first', 'thinPlateSpline', 3), map('second', 'projective', 4)]
    const pageOfMaps = { type: 'AnnotationPage', items }
    const broken = { ...items[0]!, body: { ...items[0]!.body, features: [{ type: 'Point' }] } }
    await pressTool(page, 'Import points')
    const dialog = page.getByRole('dialog', { name: 'Import control points' })
    const choose = (name: string, value: object) =>
      dialog.locator('input[type=file]').setInputFiles({
        name,
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(value)),
      })
    await choose('broken.json', { ...pageOfMaps, items: [items[0], broken] })
    await dialog
      .getByRole('alert')
      .getByText('“items[1].body.features[0].type” holds “Point”, which does not belong there.')
      .waitFor()
    await choose('none.json', { type: 'AnnotationPage' })
    await dialog
      .getByRole('alert')
      .getByText('This is no annotation page of a map: its list “items” is missing.')
      .waitFor()
    await choose('maps.json', pageOfMaps)
    await dialog.getByText('3 points found · IIIF annotation (Allmaps)').waitFor()
    await dialog
      .getByLabel('This file tells of 2 maps. Which one?')
      .selectOption({ label: '2: 4 points · second' })
    await dialog.getByText('4 points found · IIIF annotation (Allmaps)').waitFor()
    await dialog.getByText(/made on a picture of 400 × 300\spx/).waitFor()
    const takesAll = dialog.getByRole('checkbox', { name: /rest of the placement too: Projective, crop$/ })
    await expect.poll(() => takesAll.isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await pointCount(page, 4).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export points' }).click()
    const saving = page.getByRole('dialog', { name: 'Export control points' })
    await saving.getByLabel('Format').selectOption({ label: 'IIIF annotation (Allmaps)' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      saving.getByRole('button', { name: 'Download' }).click(),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      target: {
        source: { type: 'ImageService3', width: 800, height: 600 },
        selector: { value: '<svg width="800" height="600"><polygon points="20,20 780,20 780,580" /></svg>' },
      },
      body: { transformation: { type: 'projective' } },
    })
    await page.locator('[aria-keyshortcuts="Ctrl+Z"]').click()
    await pointCount(page, 5).waitFor()
  })
})
