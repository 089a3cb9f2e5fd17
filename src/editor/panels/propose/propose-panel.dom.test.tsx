import { screen, waitFor, within } from '@testing-library/dom'
import { createStore, Provider } from 'jotai'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  cancelReading,
  correctWords,
  type PointProposal,
  pointProposals,
  readLettering,
  type ScanLettering,
  type ScanWord,
  scanLettering,
} from '../../../../contract/api/lettering.ts'
import { pointSearches } from '../../../../contract/api/point-searches.ts'
import {
  answerLimits,
  findHeading,
  findToast,
  openApp,
  type AppOptions,
} from '../../../../tests/components/app.ts'
import { type FakeApi, refusal } from '../../../../tests/components/fake-api.ts'
import { NOW, ONA } from '../../../../tests/components/samples.ts'
import { showInApp } from '../../../../tests/components/show-in-app.tsx'
import { shownSpotAtom } from '../../model/shown-spot.ts'
import { scanCentreAtom } from '../../model/view-atoms.ts'
import { EMPTY_DOCUMENT } from '../../../drafts/editor-document.ts'
import type { BasePaneHandle } from '../../../map/pane-props.ts'
import { committedDocumentAtom, openDocumentAtom, undoAtom } from '../../model/document-atoms.ts'
import { isProposeOpenAtom, proposalAnchorsAtom } from '../../model/propose/propose-atoms.ts'
import { scanSizeAtom } from '../../model/scan-size.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { openFoundPoints, openPropose } from '../../tools/propose-steps.ts'
import { LateProposePanel } from './late-propose-panel.tsx'

const NOT_READ: ScanLettering = { state: 'none', percent: 0, readAt: null, words: [] }
const READ: ScanLettering = { state: 'done', percent: 100, readAt: NOW, words: [] }
const pointAt = (at: number, name: string, odds: number): PointProposal => ({
  image: [100 + 200 * at, 100 + 100 * at],
  map: [7 + at / 10, 47],
  read: name.toUpperCase(),
  name,
  odds,
})
const POINTS = [pointAt(0, 'Basel', 4), pointAt(1, 'Bern', 2), pointAt(2, 'Biel', 1)]
const FOUND = { points: POINTS, odds: 30, reason: 'found' as const }

/** A map pane that shows so much of the world around Basel. */
function mapPane(zoom: number) {
  const pane = document.body.appendChild(document.createElement('div'))
  pane.dataset['pane'] = 'map'
  pane.getBoundingClientRect = () => new DOMRect(0, 0, 600, 600)
  onTestFinished(() => pane.remove())
  const handle = {
    camera: () => ({ centre: [845_000, 6_030_000], zoom, bearing: 0 }),
    settle: () => undefined,
    project: () => [300, 300],
    unproject: () => [0, 0],
    moveTo: () => undefined,
    fitBox: vi.fn(),
    focus: vi.fn(),
  }
  return { current: handle as unknown as BasePaneHandle, ...handle }
}

/** The panel as a press has opened it. */
async function openPanel(
  answer: (api: FakeApi) => void,
  {
    zoom = 9,
    open = openPropose,
    ...options
  }: AppOptions & { zoom?: number; open?: typeof openPropose } = {},
) {
  const app = await openApp(
    '/settings/limits',
    (api) => {
      answerLimits(api)
      api.answer(scanLettering, READ)
      api.answer(pointProposals, FOUND)
      answer(api)
    },
    { user: ONA, ...options },
  )
  await findHeading(options.language === 'lt' ? 'Nustatymai' : 'Settings')
  const store = createStore()
  const map = mapPane(zoom)
  store.set(openDocumentAtom, { document: EMPTY_DOCUMENT, published: EMPTY_DOCUMENT })
  store.set(scanSizeAtom, { width: 1000, height: 800 })
  store.set(panesAtom, { scan: { current: null }, map })
  open(store)
  showInApp(
    <Provider store={store}>
      <LateProposePanel mapId="plan" canCorrect />
    </Provider>,
  )
  const title = options.language === 'lt' ? 'Taškai pagal vietovardžius' : 'Points from the names'
  const panel = within(await screen.findByRole('region', { name: title }))
  const names = () => panel.queryAllByRole('option').map((option) => option.getAttribute('aria-label'))
  const placed = () => store.get(committedDocumentAtom).points.map(({ proposed }) => proposed?.name)
  return { ...app, store, map, panel, names, placed }
}

it('shows the words of the scan behind a press, and stores what is corrected, removed and added', async () => {
  const word = (text: string, x: number): ScanWord => ({
    x,
    y: 20,
    width: 40,
    height: 10,
    angle: 0,
    text,
    certainty: 0.6,
    by: 'model',
  })
  let words = [word('Bascl', 100), word('Stain', 200)]
  let readAt = 1
  const lettering = () => ({ ...READ, readAt: new Date(readAt).toISOString(), words })
  const { api, hands, store, panel } = await openPanel((server) => {
    server.answer(scanLettering, lettering)
    server.answer(correctWords, ({ body }) => {
      if (body.since !== lettering().readAt) return refusal(409, 'errors.conflict')
      words = [...body.words]
      readAt += 1
      return lettering()
    })
  })
  store.set(scanCentreAtom, [300, 400])
  await hands.click(await panel.findByText('2 words read on this scan'))
  await hands.click(await panel.findByRole('button', { name: 'Bascl' }))
  expect(store.get(shownSpotAtom)).toEqual([100, 20])
  const field = panel.getByRole('textbox', { name: 'What is written' })
  expect(document.activeElement).toBe(field)
  // Somebody else is quicker: what was typed stays, and is saved on top of theirs.
  words = [...words, word('Bern', 300)]
  readAt = 5
  await hands.type(field, 'Basel{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 5 })
  await findToast(/The words were changed meanwhile/)
  await panel.findByText('3 words read on this scan')
  await hands.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(words.map(({ text, by }) => [text, by])).toContainEqual(['Basel', 'person']))
  await waitFor(() => expect(panel.queryByRole('textbox', { name: 'What is written' })).toBeNull())

  await hands.click(await panel.findByRole('button', { name: 'Stain' }))
  await hands.click(panel.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(words.map(({ text }) => text)).toEqual(['Basel', 'Bern']))
  await hands.click(await panel.findByRole('button', { name: 'Add a word' }))
  await hands.type(panel.getByRole('textbox', { name: 'What is written' }), 'Biel{Enter}')
  await waitFor(() => expect(words.at(-1)).toMatchObject({ text: 'Biel', x: 300, y: 400, height: 10 }))
  expect(api.sent(correctWords)).toHaveLength(4)
})

it('shows what was found in the background first, where it was opened for that', async () => {
  const found = {
    mapId: 'plan',
    title: 'Plan',
    year: null,
    basePath: 'files/plan',
    place: 'Biel',
    by: 'names' as const,
    odds: 20,
    points: POINTS.slice(2),
  }
  const { api, panel, names } = await openPanel(
    (server) =>
      server.answer(pointSearches, {
        open: 0,
        current: null,
        found: [found],
        foundCount: 1,
        nothing: [],
        nothingCount: 0,
        decided: { accepted: 0, mended: 1, refused: 0 },
      }),
    { open: openFoundPoints },
  )
  await panel.findByRole('option')
  expect(names()).toHaveLength(1)
  expect(names()[0]).toContain('Biel')
  expect(api.sent(pointSearches).map(({ query }) => query.mapId)).toEqual(['plan'])
  expect(api.sent(pointProposals)).toEqual([])
})

const reading = (percent: number): ScanLettering => ({ ...NOT_READ, state: 'reading', percent })

it('reads the names that were not read, says how far it is, and proposes points then', async () => {
  let state = NOT_READ
  const { api, panel, names } = await openPanel(
    (fake) => {
      fake.answer(scanLettering, () => state)
      fake.answer(readLettering, () => (state = reading(0)))
    },
    { clock: NOW },
  )
  await panel.findByText('Reading the names on the map…')
  expect(api.sent(readLettering)).toHaveLength(1)
  state = reading(42)
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await panel.findByText('42%')).textContent).toBe('42%')
  expect(panel.getByRole('progressbar', { name: 'Reading the names' }).getAttribute('aria-valuenow')).toBe(
    '42',
  )
  expect(api.sent(pointProposals)).toHaveLength(0)
  const asked = () => api.sent(scanLettering).map(({ query }) => query.words ?? true)
  expect(asked()).toEqual([true, false])
  state = READ
  await vi.advanceTimersByTimeAsync(2_000)
  await panel.findByText(/^3 points proposed\./)
  // All words come once more, when they have been read.
  expect(asked()).toEqual([true, false, false, true])
  expect(names()).toEqual([
    'A: Basel, read “BASEL”, very likely',
    'B: Bern, read “BERN”, likely',
    'C: Biel, read “BIEL”, possible',
  ])
})

it('stops reading when asked to, begins again only by a press, and shows how it stands when opened again', async () => {
  let state = reading(10)
  const { api, hands, panel, store } = await openPanel((fake) => {
    fake.answer(scanLettering, () => state)
    fake.answer(cancelReading, () => (state = NOT_READ))
    fake.answer(readLettering, () => (state = reading(0)))
  })
  await hands.click(await panel.findByRole('button', { name: 'Stop reading' }))
  await panel.findByText('The names on this map have not been read yet.')
  await api.idle()
  expect(api.sent(readLettering)).toHaveLength(0)
  await hands.click(panel.getByRole('button', { name: 'Read the names' }))
  await panel.findByRole('button', { name: 'Stop reading' })
  store.set(isProposeOpenAtom, false)
  state = reading(77)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop reading' })).toBeNull())
  store.set(isProposeOpenAtom, true)
  await screen.findByText('77%')
})

it('looks near a view of a region, and in the whole world when asked to', async () => {
  const { api, hands, panel, map } = await openPanel(() => undefined)
  await panel.findByText(/Looked near what the modern map shows, up to 1\d\d km away\./)
  const { near } = api.sent(pointProposals)[0]!.body
  expect([near?.lon, near?.lat]).toEqual([expect.closeTo(7.59, 1), expect.closeTo(47.5, 0)])
  await waitFor(() => expect(map.fitBox).toHaveBeenCalledTimes(1))
  await hands.click(panel.getByRole('button', { name: 'Look in the whole world' }))
  await panel.findByText(/Looked in the whole world\./)
  expect(api.sent(pointProposals)[1]?.body).toEqual({})
})

it('looks in the whole world where the modern map shows more than a country', async () => {
  const { api, panel } = await openPanel(() => undefined, { zoom: 3 })
  await panel.findByText(/Looked in the whole world\./)
  expect(api.sent(pointProposals)[0]?.body).toEqual({})
})

it('accepts one by keys in the list, all by a button, and one undo brings those back', async () => {
  const { hands, panel, names, placed, store } = await openPanel(() => undefined)
  const list = await panel.findByRole('listbox')
  list.focus()
  await hands.keyboard('{ArrowDown}')
  await panel.findByRole('option', { name: /^B: Bern/, selected: true })
  await hands.keyboard('y')
  expect(placed()).toEqual(['Bern'])
  await panel.findByText(/^2 points proposed\./)
  await hands.click(panel.getByRole('button', { name: 'Accept all 2' }))
  expect(placed()).toEqual(['Bern', 'Basel', 'Biel'])
  await panel.findByText('You have gone through all of these.')
  store.set(undoAtom)
  await waitFor(() => expect(names()).toHaveLength(2))
  expect(placed()).toEqual(['Bern'])
})

it('takes one or all off the list without placing any, and marks those that are left in both panes', async () => {
  const { hands, panel, placed, store } = await openPanel(() => undefined)
  const marks = () => store.get(proposalAnchorsAtom)
  await panel.findByRole('listbox')
  await waitFor(() => expect([marks().scan.length, marks().map.length]).toEqual([3, 3]))
  await hands.click(panel.getByRole('option', { name: /^B: Bern/ }))
  await panel.findByRole('option', { name: /^B: Bern/, selected: true })
  await hands.click(panel.getByRole('button', { name: 'Not this one' }))
  await panel.findByRole('option', { name: /^C: Biel/, selected: true })
  await waitFor(() =>
    expect(marks().scan.map(({ place }) => place)).toEqual([POINTS[0]!.image, POINTS[2]!.image]),
  )
  await hands.click(panel.getByRole('button', { name: 'None of them' }))
  await panel.findByText('You have gone through all of these.')
  expect(placed()).toEqual([])
  await waitFor(() => expect(marks()).toEqual({ scan: [], map: [] }))
})

it.each([
  ['no-words', /No names could be read/, 'Place it by hand'],
  ['no-places', /No places are known in this region\./, 'Look in the whole world'],
  ['few-names', /Too few of the words/, 'Look in the whole world'],
  ['no-agreement', /do not fit together/, 'Look in the whole world'],
] as const)('says why nothing is proposed and what would help: %s', async (reason, words, way) => {
  const { panel } = await openPanel((fake) => fake.answer(pointProposals, { points: [], odds: 0, reason }))
  await panel.findByText(words)
  await panel.findByRole('button', { name: way })
  expect(panel.queryByRole('listbox')).toBeNull()
})

it('says that there is no connection, and goes on once there is', async () => {
  const { api, hands, panel } = await openPanel((fake) => fake.answer(scanLettering, READ))
  await panel.findByRole('listbox')
  api.isReachable = false
  await hands.click(panel.getByRole('button', { name: 'Look in the whole world' }))
  await panel.findByText(/^No connection\./)
  api.isReachable = true
  await hands.click(panel.getByRole('button', { name: 'Try again' }))
  await panel.findByRole('listbox')
})

it('offers to read again what could not be read, and where the server says that nothing was read', async () => {
  let state: ScanLettering = { ...NOT_READ, state: 'failed' }
  const { api, hands, panel } = await openPanel((fake) => {
    fake.answer(scanLettering, () => state)
    fake.answer(readLettering, () => (state = READ))
    fake.answer(pointProposals, refusal(409, 'errors.conflict'))
  })
  await panel.findByText('The names on this map could not be read.')
  await hands.click(panel.getByRole('button', { name: 'Read the names' }))
  await panel.findByRole('button', { name: 'Try again' })
  expect(api.sent(pointProposals)).toHaveLength(1)
})

it('closes by Escape, and the map has the focus then', async () => {
  const { hands, panel, store, map } = await openPanel(() => undefined)
  const list = await panel.findByRole('listbox')
  list.focus()
  await hands.keyboard('{Escape}')
  expect(store.get(isProposeOpenAtom)).toBe(false)
  expect(map.focus).toHaveBeenCalledTimes(1)
})

it('speaks Lithuanian', async () => {
  const { panel, names } = await openPanel(() => undefined, { language: 'lt' })
  await panel.findByText(/^Pasiūlyti 3 taškai\./)
  expect(names()[0]).toBe('A: Basel, perskaityta „BASEL“, labai tikėtina')
})
