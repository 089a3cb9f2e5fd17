import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { findToast, openApp } from '../../tests/components/app.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { catalogOf, FakeCatalogs, type KeptCatalog } from '../../tests/components/fake-catalogs.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { ONA } from '../../tests/components/samples.ts'

async function openMaps(language: 'en' | 'lt', isFavorited: boolean, ...catalogs: readonly KeptCatalog[]) {
  const plan = mapOf('Plan', { isFavorited })
  let kept: FakeCatalogs | undefined
  const app = await openApp(
    '/main',
    (api) => {
      new FakeLibrary(api, plan)
      kept = new FakeCatalogs(api, [plan], ...catalogs)
    },
    { user: ONA, language },
  )
  const card = within(await screen.findByRole('article', { name: 'Plan' }))
  return {
    ...app,
    catalogs: kept!,
    heart: () => card.getByRole('button', { name: /Plan.*(favourites|mėgstam)/ }),
  }
}

describe('the heart of a map', () => {
  it.each([
    ['en', 'Favourites', 'Manage catalogs', /^“Plan” is among your favourites now/],
    ['lt', 'Mėgstami', 'Tvarkyti katalogus', /^„Plan“ jau tarp jūsų mėgstamų/],
  ] as const)(
    'makes it a favourite by one press, in a catalog of that name: %s',
    async (language, title, name, done) => {
      const { hands, catalogs, heart } = await openMaps(language, false)
      // A press opens a dialog, and one that takes it out opens none.
      expect(heart().getAttribute('aria-haspopup')).toBe('dialog')
      await hands.click(heart())
      const dialog = within(await screen.findByRole('dialog', { name }))
      const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: title })
      expect(box.checked).toBe(true)
      expect(catalogs.titles).toEqual([title])
      // It says that this is done, and asks for nothing.
      dialog.getByText(done)
      // It is left at once, and the map stays where it was put.
      await hands.keyboard('{Escape}')
      await waitFor(() => expect(heart().getAttribute('aria-pressed')).toBe('true'))
      expect(catalogs.all[0]?.maps.map(({ id }) => id)).toEqual(['plan'])
    },
  )

  it('takes it out again by another press, and says so', async () => {
    const favourites = catalogOf('Favourites', [mapOf('Plan')])
    const { hands, catalogs, heart } = await openMaps('en', true, favourites)
    await hands.click(heart())
    await findToast('“Plan” is no longer among your favourites.')
    expect(catalogs.orderOf('favourites')).toEqual([])
    await waitFor(() => expect(heart().getAttribute('aria-pressed')).toBe('false'))
    expect(heart().getAttribute('aria-haspopup')).toBe('dialog')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks about the catalogs where the map is in others', async () => {
    const { hands, catalogs, heart } = await openMaps('en', true, catalogOf('Towns', [mapOf('Plan')]))
    await hands.click(heart())
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage catalogs' }))
    await dialog.findByRole('checkbox', { name: 'Towns', checked: true })
    expect(catalogs.titles).toEqual(['Towns'])
    // One that is made here is ticked, and that is announced.
    await hands.type(dialog.getByRole('textbox', { name: 'Title of the catalog' }), 'Courland')
    await hands.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
        'Catalog “Courland” is created and ticked.',
      ),
    )
    await dialog.findByRole('checkbox', { name: 'Courland', checked: true })
  })

  it('uses the catalog that another tab has made at the same moment', async () => {
    const { api, hands, catalogs, heart } = await openMaps('en', false)
    api.answer(createCatalog, () => {
      catalogs.all = [catalogOf('Favourites')]
      return refusal(409, 'errors.catalogs.titleTaken')
    })
    await hands.click(heart())
    await screen.findByRole('dialog', { name: 'Manage catalogs' })
    expect(catalogs.orderOf('favourites')).toEqual(['plan'])
  })
})
