import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { answerLimits, findHeading, openApp } from '../../../../tests/components/app.ts'
import { FakeLibrary } from '../../../../tests/components/fake-library.ts'
import { ONA } from '../../../../tests/components/samples.ts'
import { showInApp } from '../../../../tests/components/show-in-app.tsx'
import type { ControlPoint } from '../../../../contract/control-points.ts'
import type { DocumentChoice } from '../../../drafts/document-difference.ts'
import { EMPTY_DOCUMENT, type EditorDocument } from '../../../drafts/editor-document.ts'
import { CompareDialog } from './compare-overlay.ts'

const point = (id: string, n: number, changes: Partial<ControlPoint> = {}): ControlPoint => ({
  id,
  image: [n * 10, n * 10],
  map: [n * 1000, n * 1000],
  enabled: true,
  ...changes,
})
const MINE: EditorDocument = {
  ...EMPTY_DOCUMENT,
  points: [point('a', 1), point('b', 2), point('c', 3, { note: 'Church' }), point('d', 4)],
}
const THEIRS: EditorDocument = {
  ...EMPTY_DOCUMENT,
  transformationType: 'Affine',
  points: [
    point('e', 1),
    point('f', 2, { map: [2_000, 2_035] }),
    point('g', 3, { enabled: false }),
    point('h', 9),
  ],
}
const PICTURE = { thumbnail: 'data:,', width: 400, height: 300 }

async function openComparison() {
  const app = await openApp(
    '/settings/limits',
    (api) => {
      new FakeLibrary(api)
      answerLimits(api)
    },
    { user: ONA },
  )
  await findHeading('Settings')
  const onChoose = vi.fn<(choice: DocumentChoice) => void>()
  showInApp(
    <CompareDialog
      title="Changed on another device"
      map={PICTURE}
      mine={{ name: 'Yours', document: MINE }}
      theirs={{ name: 'Theirs', document: THEIRS }}
      onChoose={onChoose}
      onClose={() => undefined}
    />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  const rows = within(await dialog.findByRole('region', { name: 'Points that differ' }))
  return { ...app, dialog, rows, onChoose }
}

it('says what differs of each point, and takes one side as a whole', async () => {
  const { hands, dialog, rows, onChoose } = await openComparison()
  expect(rows.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Settings.*type: TPS and Affine$/),
    expect.stringMatching(/2.*35\sm apart on the map$/),
    expect.stringMatching(/3.*switched off in the second; notes: “Church” and none$/),
    expect.stringMatching(/4.*only in the first$/),
    expect.stringMatching(/4.*only in the second$/),
  ])
  expect(rows.queryByRole('radio')).toBeNull()
  await hands.click(
    within(dialog.getByRole('region', { name: 'Theirs' })).getByRole('button', { name: 'Use this one' }),
  )
  expect(onChoose.mock.calls).toEqual([['theirs']])
})

it('takes each point from one of both', async () => {
  const { hands, dialog, rows, onChoose } = await openComparison()
  await hands.click(dialog.getByRole('button', { name: 'Choose point by point' }))
  expect(dialog.queryByRole('button', { name: 'Use this one' })).toBeNull()
  const choose = (row: number, side: string) =>
    hands.click(within(rows.getAllByRole('row')[row]!).getByRole('radio', { name: side }))
  // All of the second, then what is to come from the first.
  await choose(0, 'Second')
  await choose(1, 'First')
  await choose(3, 'First')
  await choose(4, 'Take')
  await hands.click(dialog.getByRole('button', { name: 'Use what is chosen' }))
  await waitFor(() => expect(onChoose).toHaveBeenCalledOnce())
  const [choice] = onChoose.mock.calls[0]!
  expect(choice).toEqual({
    merged: {
      ...EMPTY_DOCUMENT,
      points: [
        point('a', 1),
        point('b', 2, { map: [2_000, 2_035] }),
        point('c', 3, { note: 'Church' }),
        point('d', 4),
        point('h', 9),
      ],
    },
  })
})
