import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { retryScan } from '../../contract/api/map-scan.ts'
import { findToast, openApp } from '../../tests/components/app.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { ONA } from '../../tests/components/samples.ts'

const error = { message: 'The image is damaged', messageKey: 'errors.raster.damagedImage' }
const FAILED = mapOf('Damaged', { processing: { state: 'failed', percent: 0, error } })
const GOOD = Array.from({ length: 9 }, (_, at) => mapOf(`Sheet ${at + 1}`))

const openMaps = (language: 'en' | 'lt' = 'en', maps = [FAILED, ...GOOD]) =>
  openApp(
    '/main',
    (api) => {
      const library = new FakeLibrary(api, ...maps)
      api.answer(retryScan, ({ params }) => {
        library.change(params.id, { processing: { state: 'queued', percent: 0, error: null } })
        return { status: 'success' as const }
      })
    },
    { user: ONA, language },
  )

describe('scans that could not be read', () => {
  it('have a filter, say why on their cards, and are tried again', async () => {
    const { api, hands } = await openMaps()
    await hands.click(await screen.findByRole('button', { name: 'Failed 1' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    const card = within(screen.getByRole('article', { name: 'Damaged' }))
    card.getByText('The image is damaged or incomplete')
    await hands.click(card.getByRole('button', { name: 'Actions for Damaged' }))
    await screen.findByRole('menuitem', { name: 'Replace the scan…' })
    await hands.click(screen.getByRole('menuitem', { name: 'Try again' }))
    await findToast('The scan is being read again')
    expect(api.sent(retryScan).map(({ params }) => params.id)).toEqual(['damaged'])
  })

  it('say why they cannot be tried again', async () => {
    const { api, hands } = await openMaps('lt')
    api.answer(retryScan, refusal(409, 'errors.upload.scanNotFailed'))
    const card = within(await screen.findByRole('article', { name: 'Damaged' }))
    await hands.click(card.getByRole('button', { name: 'Veiksmai: Damaged' }))
    await hands.click(await screen.findByRole('menuitem', { name: 'Bandyti iš naujo' }))
    await findToast('Šis skenas perskaitytas: nėra ko bandyti iš naujo ar keisti')
  })

  it('have no filter where there are none', async () => {
    await openMaps('en', [...GOOD, mapOf('Sheet 10')])
    await screen.findByRole('button', { name: 'All 10' })
    expect(screen.queryByRole('button', { name: /^Failed/ })).toBeNull()
  })
})
