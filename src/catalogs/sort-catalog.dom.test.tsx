import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type CatalogMap, orderCatalog } from '../../contract/api/catalog-maps.ts'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { findToast, openApp } from '../../tests/components/app.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { catalogOf, FakeCatalogs } from '../../tests/components/fake-catalogs.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { ONA } from '../../tests/components/samples.ts'
import { takeConsoleErrors } from '../../tests/components/setup.ts'

const year = (first: number) => ({ year: first, period: { startYear: null, endYear: null }, date: null })
const SHEETS = [
  mapOf('Ten', { sheetNumber: '10', years: year(1700) }),
  mapOf('Overview'),
  mapOf('Two', { sheetNumber: '2', years: year(1800) }),
]
const PLANS = Array.from({ length: 10 }, (_, at) => mapOf(`Plan ${at + 1}`, { creator: `Author ${at}` }))

async function openCatalog(
  maps: readonly CatalogMap[],
  changes: Partial<Catalog> = {},
  language: 'en' | 'lt' = 'en',
) {
  let catalogs: FakeCatalogs | undefined
  const app = await openApp(
    '/catalogs?catalogId=sheets',
    (api) => {
      new FakeLibrary(api)
      catalogs = new FakeCatalogs(api, maps, catalogOf('Sheets', maps, changes))
    },
    { user: ONA, language },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Sheets' }))
  await dialog.findByRole('list')
  return {
    ...app,
    dialog,
    order: () => catalogs!.orderOf('sheets'),
    titles: () => dialog.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent),
  }
}

describe('a catalog', () => {
  const sort = async ({ hands, dialog }: Awaited<ReturnType<typeof openCatalog>>, name: string) => {
    await hands.click(dialog.getByRole('button', { name: 'Sort' }))
    await hands.click(await screen.findByRole('menuitem', { name }))
  }

  it('is sorted at one press by one request, and Undo brings the former order back', async () => {
    const opened = await openCatalog(SHEETS)
    const { api, hands, order, titles } = opened
    await sort(opened, 'By sheet number')
    await findToast('Sorted by sheet number')
    expect(order()).toEqual(['two', 'ten', 'overview'])
    await waitFor(() => expect(titles()).toEqual(['Two', 'Ten', 'Overview']))
    expect(api.sent(orderCatalog)).toHaveLength(1)
    await hands.click(screen.getByText('Undo'))
    await waitFor(() => expect(order()).toEqual(['ten', 'overview', 'two']))
    await waitFor(() => expect(titles()).toEqual(['Ten', 'Overview', 'Two']))
  })

  it('offers to undo the last order alone, and none that was changed by hand since', async () => {
    const opened = await openCatalog(SHEETS)
    const { hands, dialog, order } = opened
    await sort(opened, 'By sheet number')
    await findToast('Sorted by sheet number')
    await sort(opened, 'By year')
    await findToast('Sorted by year')
    expect(order()).toEqual(['ten', 'two', 'overview'])
    expect(screen.queryByText('Sorted by sheet number')).toBeNull()
    ;(await dialog.findByLabelText('Move Two: place 2 of 3')).focus()
    await hands.keyboard('{ArrowUp}')
    await waitFor(() => expect(order()).toEqual(['two', 'ten', 'overview']))
    expect(screen.queryByText('Undo')).toBeNull()
  })

  it('that is in that order already sends nothing, and says so all the same', async () => {
    const { api, hands, dialog } = await openCatalog([mapOf('A'), mapOf('B')])
    await hands.click(dialog.getByRole('button', { name: 'Sort' }))
    await screen.findByRole('menuitem', { name: 'By title' })
    // No map has anything else to sort by.
    expect(screen.getAllByRole('menuitem')).toHaveLength(1)
    await hands.click(screen.getByRole('menuitem', { name: 'By title' }))
    await findToast('Sorted by title')
    expect(api.sent(orderCatalog)).toEqual([])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('stays as it was where the order is refused, and says why', async () => {
    const opened = await openCatalog(SHEETS)
    const { api, dialog, titles } = opened
    api.answer(orderCatalog, refusal(409, 'errors.catalogs.mapsChanged'))
    await sort(opened, 'By title')
    await dialog.findByRole('alert')
    await waitFor(() => expect(titles()).toEqual(['Ten', 'Overview', 'Two']))
    expect(screen.queryByText('Sorted by title')).toBeNull()
    expect(takeConsoleErrors()).toHaveLength(1)
  })

  it('of one map, or that the reader may not edit, offers no order', async () => {
    const { dialog } = await openCatalog([mapOf('Alone')])
    expect(dialog.queryByRole('button', { name: 'Sort' })).toBeNull()
  })

  it('that somebody shares to be looked at is searched, not sorted', async () => {
    const { dialog } = await openCatalog(PLANS, {
      isOwner: false,
      canEdit: false,
      sharedBy: { username: 'Jonas' },
    })
    expect(dialog.queryByRole('button', { name: 'Sort' })).toBeNull()
    dialog.getByRole('searchbox', { name: 'Search in this catalog' })
  })

  it('has a search from ten maps on, and places are changed among all maps alone', async () => {
    const { hands, dialog, titles } = await openCatalog(PLANS)
    const field = dialog.getByRole<HTMLInputElement>('searchbox', { name: 'Search in this catalog' })
    await hands.click(field)
    await hands.paste('AUTHOR plan 10')
    await waitFor(() => expect(titles()).toEqual(['Plan 10']))
    await dialog.findByText('1 map found')
    expect(dialog.queryByLabelText(/^Move /)).toBeNull()
    await hands.paste('x')
    await dialog.findByText('No map has these words')
    // Escape empties the field first.
    await hands.keyboard('{Escape}')
    await waitFor(() => expect(titles()).toHaveLength(10))
    dialog.getByLabelText('Move Plan 1: place 1 of 10')
    expect(field.value).toBe('')
  })

  it('of fewer maps has no search', async () => {
    const { dialog } = await openCatalog(PLANS.slice(1))
    expect(dialog.queryByRole('searchbox')).toBeNull()
  })

  it('is sorted in Lithuanian', async () => {
    const { hands, dialog } = await openCatalog(SHEETS, {}, 'lt')
    await hands.click(dialog.getByRole('button', { name: 'Rikiuoti' }))
    await screen.findByRole('menuitem', { name: 'Pagal lapo numerį' })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Pagal lapo numerį',
      'Pagal pavadinimą',
      'Pagal metus',
    ])
  })
})
