import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { myClaims } from '../../contract/api/assignments.ts'
import { publicUntransformedMaps } from '../../contract/api/maps.ts'
import { findHeading, openApp } from '../../tests/components/app.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { JONAS, NOW } from '../../tests/components/samples.ts'

const year = (first: number) => ({ year: first, period: { startYear: null, endYear: null }, date: null })
const others = { isPublic: true, isOwner: false }
/** The newest first, as the server sends them. */
const MAPS = [
  mapOf('Zarasai', { ...others, years: year(1800) }),
  mapOf('Kaunas', { ...others, creator: 'Jonas Narbutas' }),
  mapOf('Žemaitija', { ...others, years: year(1700) }),
  ...Array.from({ length: 7 }, (_, at) => mapOf(`Sheet ${10 - at}`, others)),
]

const openMaps = async (count = MAPS.length, language: 'en' | 'lt' = 'en') => {
  const app = await openApp(
    '/undiscovered-maps',
    (api) => {
      new FakeLibrary(api)
      api.answer(myClaims, { pendingMaps: [], hasPendingClaims: false, rejected: [] })
      api.answer(publicUntransformedMaps, { maps: MAPS.slice(0, count), nextCursor: null })
    },
    { user: JONAS, clock: NOW, language },
  )
  await screen.findByText('Zarasai')
  return app
}
const titles = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))

it('are found by words without accents, and ordered by upload, year and title', async () => {
  const { hands } = await openMaps()
  const field = screen.getByRole('searchbox', { name: 'Search in these maps' })
  const order = screen.getByRole('combobox', { name: 'Order' })
  const first = (count: number) => titles().slice(0, count)
  expect(first(3)).toEqual(['Zarasai', 'Kaunas', 'Žemaitija'])
  await hands.selectOptions(order, 'Oldest maps first')
  await waitFor(() => expect(first(3)).toEqual(['Žemaitija', 'Zarasai', 'Kaunas']))
  await hands.selectOptions(order, 'By title')
  await waitFor(() => expect(first(3)).toEqual(['Kaunas', 'Sheet 4', 'Sheet 5']))
  await hands.click(field)
  await hands.paste('NARBUTAS kaunas')
  await waitFor(() => expect(titles()).toEqual(['Kaunas']))
  await screen.findByText('1 map found')
  await hands.paste(' riga')
  await screen.findByText('No map has these words')
  await hands.click(screen.getAllByText('Clear the search')[0]!)
  await waitFor(() => expect(titles().length).toBeGreaterThan(1))
})

it('have neither search nor order where they are few', async () => {
  await openMaps(9)
  await findHeading('Undiscovered maps')
  expect(screen.queryByRole('searchbox', { name: 'Search in these maps' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
})

it('are searched and ordered in Lithuanian', async () => {
  await openMaps(10, 'lt')
  screen.getByRole('searchbox', { name: 'Ieškoti tarp šių žemėlapių' })
  const order = screen.getByRole('combobox', { name: 'Rikiavimas' })
  expect([...order.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Naujausiai įkelti',
    'Seniausi žemėlapiai',
    'Pagal pavadinimą',
  ])
})
