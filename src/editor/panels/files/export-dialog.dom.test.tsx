import { screen } from '@testing-library/dom'
import { createStore, Provider } from 'jotai'
import { expect, it, vi } from 'vitest'
import { answerLimits, findHeading, openApp } from '../../../../tests/components/app.ts'
import { FakeLibrary } from '../../../../tests/components/fake-library.ts'
import { ONA } from '../../../../tests/components/samples.ts'
import { showInApp } from '../../../../tests/components/show-in-app.tsx'
import { EMPTY_DOCUMENT, type EditorDocument } from '../../../drafts/editor-document.ts'
import { isLocalAtom } from '../../model/local-map.ts'
import { openDocumentAtom } from '../../model/document-atoms.ts'
import { ExportDialog } from './export-dialog.tsx'

/** The dialog over points of a plan; what it saves is collected. */
async function openExport(document: EditorDocument, { isLocal = false } = {}) {
  const { hands } = await openApp(
    '/settings/limits',
    (api) => {
      new FakeLibrary(api)
      answerLimits(api)
    },
    { user: ONA },
  )
  await findHeading('Settings')
  const saved: { name: string; file: Blob }[] = []
  let last: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob
    return 'blob:points'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, file: last })
  })
  const points = [
    { id: 'a', image: [10, 20], map: [2671667.77903857, 7368825.18192964], enabled: true },
    { id: 'b', image: [30, 40], map: [2673409.01141929, 7367952.39459491], enabled: true },
  ] as const
  const store = createStore()
  store.set(isLocalAtom, isLocal)
  store.set(openDocumentAtom, { document, published: EMPTY_DOCUMENT })
  showInApp(
    <Provider store={store}>
      <ExportDialog
        isOpen
        onClose={() => undefined}
        points={points}
        map={{ id: 'local-0195', titles: { title: 'Plan' } as never }}
        scan={{ width: 100, height: 50 }}
      />
    </Provider>,
  )
  await screen.findByRole('dialog', { name: 'Export control points' })
  return { hands, saved }
}

it('saves the points in a coordinate system that suits the map, or in any by its number', async () => {
  const { hands, saved } = await openExport(EMPTY_DOCUMENT)
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Download' })
  expect(save().disabled).toBe(false)
  await hands.click(screen.getByRole('radio', { name: 'Another coordinate system' }))
  const number = await screen.findByRole('textbox', { name: 'EPSG number' })
  expect(save().disabled).toBe(true)
  await hands.type(number, '9999')
  await screen.findByText(/^There is no coordinate system of this number/)
  expect(save().disabled).toBe(true)
  await hands.click(await screen.findByRole('button', { name: 'LKS94 / Lithuania TM' }))
  await vi.waitFor(() => expect(save().disabled).toBe(false))
  await hands.click(save())
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Plan.points']))
  const [head, , first] = (await saved[0]?.file.text())?.split('\n') ?? []
  expect(head).toBe('#CRS: EPSG:3346')
  const [x, y] = (first ?? '').split(',').map(Number)
  expect(x).toBeCloseTo(500_000, 3)
  expect(y).toBeCloseTo(6_100_000, 3)
})

it('writes the projection of the map into its annotation, and no address of a scan that nobody serves', async () => {
  const { hands, saved } = await openExport({ ...EMPTY_DOCUMENT, projection: 'EPSG:3346' }, { isLocal: true })
  await hands.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'annotation')
  await hands.click(screen.getByRole('button', { name: 'Download' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  const annotation = JSON.parse((await saved[0]?.file.text()) ?? '')
  expect(annotation).toMatchObject({
    target: { source: { id: 'urn:uuid:0195' } },
    body: { transformation: { type: 'thinPlateSpline' }, resourceCrs: { definition: 'EPSG:3346' } },
  })
})
