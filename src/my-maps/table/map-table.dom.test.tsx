import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { findHeading, openApp, untilGone } from '../../../tests/components/app.ts'
import { FakeLibrary, mapOf } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'

/** Eleven maps, of which the last ones are from 1700, 1800 and 1900, one public and one with a link. */
const MAPS = [
  ...Array.from({ length: 8 }, (_, at) => mapOf(`Sheet ${at + 1}`)),
  mapOf('Žemaitija', { isPublic: true, years: yearOf(1800) }),
  mapOf('Kaunas', { hasLink: true, years: yearOf(1900) }),
  mapOf('Vilnius', { isTransformed: true, years: yearOf(1700) }),
]
function yearOf(year: number) {
  return { year, period: { startYear: null, endYear: null }, date: null }
}

const openMaps = async (count = MAPS.length, options: { width?: number; language?: 'lt' } = {}) => {
  const app = await openApp('/main', (api) => new FakeLibrary(api, ...MAPS.slice(-count)), {
    user: ONA,
    ...options,
  })
  await screen.findByText('Vilnius')
  return app
}
const button = () => screen.queryByRole('button', { name: 'Table' })
const rows = () =>
  within(screen.getByRole('table', { name: 'My maps' }))
    .getAllByRole('row')
    .slice(1)
const titles = () => rows().map((row) => within(row).getByRole('rowheader').textContent)
const head = (name: string) => screen.getByRole('columnheader', { name })

it('sorts maps by the column that is pressed, either way, and says so', async () => {
  const { hands } = await openMaps()
  await hands.click(button()!)
  await screen.findByRole('table', { name: 'My maps' })
  expect(screen.queryByRole('article')).toBeNull()
  expect(head('Uploaded').getAttribute('aria-sort')).toBe('descending')
  await hands.click(within(head('Title')).getByRole('button'))
  expect(titles().slice(0, 3)).toEqual(['Kaunas', 'Sheet 1', 'Sheet 2'])
  expect(head('Title').getAttribute('aria-sort')).toBe('ascending')
  expect(head('Uploaded').getAttribute('aria-sort')).toBe('none')
  await screen.findByText('Sorted by “Title”, ascending')
  await hands.click(within(head('Year')).getByRole('button'))
  await hands.click(within(head('Year')).getByRole('button'))
  expect(titles().slice(0, 3)).toEqual(['Kaunas', 'Žemaitija', 'Vilnius'])
  await screen.findByText('Sorted by “Year”, descending')
  expect(
    rows()
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Anyone with the link'),
    expect.stringContaining('Everyone'),
    expect.stringContaining('Only me'),
  ])
})

it('leads where cards lead, and has their menu', async () => {
  const { hands } = await openMaps()
  await hands.click(button()!)
  const table = within(await screen.findByRole('table', { name: 'My maps' }))
  expect(table.getByRole('link', { name: 'Kaunas' }).getAttribute('href')).toContain('/map-editor')
  await hands.click(table.getByRole('button', { name: 'Vilnius' }))
  await screen.findByRole('dialog', { name: 'Vilnius' })
  await hands.keyboard('{Escape}')
  await untilGone(() => screen.queryByRole('dialog'))
  await hands.click(table.getByRole('button', { name: 'Actions for Kaunas' }))
  await hands.click(await screen.findByRole('menuitem', { name: 'Move to trash' }))
  await hands.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /trash/i }))
  await waitFor(() => expect(table.queryByText('Kaunas')).toBeNull())
})

it('lets maps be chosen by a press anywhere in their row', async () => {
  const { hands } = await openMaps()
  await hands.click(button()!)
  await screen.findByRole('table', { name: 'My maps' })
  await hands.click(screen.getByRole('button', { name: 'Choose several' }))
  await hands.click(await screen.findByRole('checkbox', { name: 'Choose Kaunas' }))
  await screen.findByText('1 map chosen')
})

it('is shown again on the same device, in the order that was chosen last, and cards once they are asked for', async () => {
  const { hands, load } = await openMaps()
  await hands.click(button()!)
  await screen.findByRole('table')
  await hands.click(within(head('Title')).getByRole('button'))
  await load('/main')
  await screen.findByRole('table')
  expect(head('Title').getAttribute('aria-sort')).toBe('ascending')
  expect(button()!.getAttribute('aria-pressed')).toBe('true')
  await hands.click(button()!)
  await screen.findByRole('article', { name: 'Kaunas' })
  await load('/main')
  await screen.findByRole('article', { name: 'Kaunas' })
})

it('is offered from ten maps on', async () => {
  await openMaps(9)
  await findHeading('My maps')
  expect(button()).toBeNull()
})

it('is nothing for a phone, whatever was chosen before', async () => {
  localStorage.setItem('myMapsView', 'table')
  await openMaps(10, { width: 390 })
  await screen.findByRole('article', { name: 'Vilnius' })
  expect(button()).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

it('has Lithuanian names', async () => {
  localStorage.setItem('myMapsView', 'table')
  await openMaps(10, { language: 'lt' })
  const table = within(await screen.findByRole('table', { name: 'Mano žemėlapiai' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Pavadinimas',
    'Metai',
    'Būsena',
    'Kas gali matyti',
    'Įkelta',
    'Veiksmai',
  ])
})
