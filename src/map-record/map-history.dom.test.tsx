import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { MAP_HISTORY_PAGE_SIZE, mapHistory, type MapEvent } from '../../contract/api/map-history.ts'
import { restoreVersion } from '../../contract/api/transform.ts'
import { findToast, openApp, type App, type AppOptions } from '../../tests/components/app.ts'
import { pressCardAction } from '../../tests/components/card-menu.ts'
import { bareRefusal, refusal, type FakeApi } from '../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { JONAS, NOW, ONA } from '../../tests/components/samples.ts'

let events = 0
const event = (kind: MapEvent['kind'], changes: Partial<MapEvent> = {}): MapEvent => ({
  id: `event-${(events += 1)}`,
  kind,
  at: NOW,
  username: ONA.username,
  worker: null,
  version: null,
  reason: null,
  note: null,
  ...changes,
})
const overlay = (n: number, pointCount: number, isCurrent = false) => ({
  n,
  transformationType: 'TPS' as const,
  pointCount,
  isKept: true,
  isCurrent,
})

/** Answers what has happened, newest first, in pages. */
function answerHistory(api: FakeApi, all: readonly MapEvent[]): void {
  api.answer(mapHistory, ({ query: { page } }) => ({
    events: all.slice((page - 1) * MAP_HISTORY_PAGE_SIZE, page * MAP_HISTORY_PAGE_SIZE),
    page,
    total: all.length,
  }))
}

const region = async () => within(await screen.findByRole('region', { name: 'History' }))
const entries = async () => (await region()).getAllByRole('listitem')

async function openDetails(prepare: (api: FakeApi) => void, options: AppOptions = {}): Promise<App> {
  const app = await openApp(
    '/main',
    (api) => {
      new FakeLibrary(api, mapOf('Plan', options.user === JONAS ? { isOwner: false } : {}))
      prepare(api)
    },
    { user: ONA, ...options },
  )
  await pressCardAction(app.hands, 'Plan', 'View details')
  await screen.findByRole('dialog')
  await app.hands.click(await screen.findByRole('button', { name: 'History' }))
  return app
}

it('is read in the details, and an overlay of before is published again from there', async () => {
  const uploaded = event('uploaded')
  const { api, hands } = await openDetails((server) => {
    answerHistory(server, [
      event('published', { version: overlay(2, 4, true) }),
      event('published', { version: overlay(1, 3) }),
      uploaded,
    ])
  })
  await screen.findByText(/published overlay 2/)
  const texts = (await entries()).map((entry) => entry.textContent)
  expect(texts).toMatchObject([
    expect.stringMatching(/^Ona.* published overlay 2TPS · 4 points · shown now/),
    expect.stringMatching(/^Ona.* published overlay 1TPS · 3 points(?! · )/),
    expect.stringMatching(/^Ona.* uploaded the scan/),
  ])
  const buttons = (await region()).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Compare overlays', 'Publish again'])
  api.answer(restoreVersion, () => {
    answerHistory(api, [
      event('versionRestored', { version: overlay(1, 3, true) }),
      event('published', { version: overlay(2, 4) }),
      event('published', { version: overlay(1, 3, true) }),
      uploaded,
    ])
    return mapOf('Plan')
  })
  await hands.click(await screen.findByRole('button', { name: 'Publish overlay 1 again' }))
  await findToast('Overlay 1 is published again.')
  expect(api.sent(restoreVersion).map(({ params }) => params)).toEqual([{ id: 'plan', n: '1' }])
  await screen.findByText(/published overlay 1 again/)
  const [first] = await entries()
  within(first!).getByText(/published overlay 1 again/)
  within(first!).getByText(/shown now/)
  await (await region()).findByRole('button', { name: 'Publish overlay 2 again' })
  // It has come to count twice, and is shown once.
  expect((await entries()).filter(({ textContent }) => textContent.includes('shown now'))).toHaveLength(1)
})

it('says why an overlay cannot be published again', async () => {
  const { hands } = await openDetails((server) => {
    answerHistory(server, [
      event('published', { version: overlay(2, 4, true) }),
      event('published', { version: overlay(1, 3) }),
    ])
    // It went to the trash elsewhere meanwhile.
    server.answer(restoreVersion, refusal(404, 'errors.notFound'))
  })
  await hands.click(await screen.findByRole('button', { name: 'Publish overlay 1 again' }))
  await findToast('Not found')
})

it('shows four entries and all when asked, and is asked for again after a failure', async () => {
  const changes = Array.from({ length: 24 }, (_, n) => event(n % 2 === 0 ? 'madePrivate' : 'madePublic'))
  const { hands } = await openDetails((server) => answerHistory(server, [...changes, event('uploaded')]))
  await waitFor(async () => expect(await entries()).toHaveLength(4))
  await hands.click(screen.getByRole('button', { name: 'Show all (25)' }))
  await waitFor(async () => expect(await entries()).toHaveLength(20))
  await hands.click(screen.getByRole('button', { name: 'Older entries' }))
  await screen.findByText(/uploaded the scan/)
  const all = await entries()
  expect(all).toHaveLength(25)
  within(all.at(-1)!).getByText(/uploaded the scan/)
})

it('says that it could not be loaded, and comes when it is asked for again', async () => {
  const { api, hands } = await openDetails((server) => server.answer(mapHistory, bareRefusal(500)))
  await screen.findByText('The history could not be loaded')
  answerHistory(api, [event('uploaded')])
  await hands.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Try again' }))
  within((await entries())[0]!).getByText(/uploaded the scan/)
})
