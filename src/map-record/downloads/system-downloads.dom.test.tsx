import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { makeMapArchive, mapArchive } from '../../../contract/api/map-archive.ts'
import { openApp } from '../../../tests/components/app.ts'
import { FakeLibrary } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'
import { showInApp } from '../../../tests/components/show-in-app.tsx'
import { SystemDownloads } from './system-downloads.tsx'
import { SystemField } from './system-field.tsx'

const NONE = {
  state: 'none',
  percent: 0,
  error: null,
  isOwn: false,
  path: null,
  bytes: null,
  keptUntil: null,
} as const
/** Around Vilnius. */
const CORNERS = { minX: 2_800_000, minY: 7_290_000, maxX: 2_830_000, maxY: 7_310_000 }

it('has a map made in a coordinate system that suits it, or in any by its number', async () => {
  const asked: string[] = []
  const { hands } = await openApp(
    '/main',
    (api) => {
      new FakeLibrary(api)
      api.answer(mapArchive, () => NONE)
      api.answer(makeMapArchive, ({ params }) => {
        asked.push(params.kind)
        return { ...NONE, state: 'queued' as const, isOwn: true }
      })
    },
    { user: ONA },
  )
  showInApp(<SystemDownloads mapId="map-1" title="Plan" corners={CORNERS} />)
  await hands.click(await screen.findByRole('button', { name: 'LKS94 / Lithuania TM' }))
  await hands.click(await screen.findByRole('button', { name: 'Make the file: GeoTIFF in EPSG:3346 (COG)' }))
  await screen.findByText('Waiting for its turn')
  expect(asked).toEqual(['epsg-3346'])
  const number = screen.getByRole('textbox', { name: 'EPSG number' })
  await hands.clear(number)
  await hands.type(number, '5513')
  await screen.findByText(/^Its coordinates count south or west/)
  await hands.clear(number)
  await hands.type(number, 'x9999')
  await screen.findByText(/^There is no coordinate system of this number/)
  expect(screen.queryByRole('button', { name: /^Make the file/ })).toBeNull()
})

it('says that the list of systems cannot be fetched, and looks the number up again when asked to', async () => {
  const { hands } = await openApp('/main', (api) => void new FakeLibrary(api), { user: ONA })
  const retry = vi.fn()
  showInApp(
    <SystemField
      corners={CORNERS}
      number="3067"
      onNumberChange={() => undefined}
      found={{ ok: false, fault: 'unreachable', retry }}
    />,
  )
  await screen.findByText(/^The list of coordinate systems could not be fetched/)
  await hands.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})
