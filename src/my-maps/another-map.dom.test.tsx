import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { addMapOnScan } from '../../contract/api/scan-maps.ts'
import { findToast, openApp } from '../../tests/components/app.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { ONA } from '../../tests/components/samples.ts'

const WAITING = mapOf('Waiting', { processing: { state: 'converting', percent: 40, error: null } })

const open = (language: 'en' | 'lt' = 'en') =>
  openApp('/main', (api) => void new FakeLibrary(api, mapOf('Atlas'), WAITING), { user: ONA, language })

describe('another map on the scan of a map', () => {
  it('is offered where the scan is ready', async () => {
    const { hands } = await open()
    const card = within(await screen.findByRole('article', { name: 'Waiting' }))
    await hands.click(card.getByRole('button', { name: 'Actions for Waiting' }))
    await screen.findByRole('menuitem', { name: 'Move to trash' })
    expect(screen.queryByRole('menuitem', { name: 'Another map on this scan' })).toBeNull()
  })

  it('is refused in words', async () => {
    const { api, hands } = await open('lt')
    api.answer(addMapOnScan, refusal(409, 'errors.maps.tooManyOnScan', { details: { limit: 100 } }))
    const card = within(await screen.findByRole('article', { name: 'Atlas' }))
    await hands.click(card.getByRole('button', { name: 'Veiksmai: Atlas' }))
    await hands.click(await screen.findByRole('menuitem', { name: 'Kitas žemėlapis šiame skene' }))
    await findToast('Viename skene gali būti ne daugiau kaip 100 žemėlapių, įskaitant esančius šiukšlinėje.')
    await waitFor(() => expect(api.sent(addMapOnScan).map(({ params }) => params.id)).toEqual(['atlas']))
  })
})
