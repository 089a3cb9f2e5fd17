import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { type Catalog, shareCatalog, unshareCatalog } from '../../contract/api/catalogs.ts'
import { mapSharing } from '../../contract/api/map-sharing.ts'
import { answerLimits, findHeading, openApp, untilGone } from '../../tests/components/app.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { catalogOf, FakeCatalogs, type KeptCatalog } from '../../tests/components/fake-catalogs.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { JONAS, ONA } from '../../tests/components/samples.ts'
import { showInApp } from '../../tests/components/show-in-app.tsx'
import { ShareDialog } from '../map-record/share/share-dialog.tsx'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { useMapRecord } from '../queries/map-queries.ts'
import { ShareCatalogDialog } from './share-catalog-dialog.tsx'

const LINK = { token: 'token', url: '/l/token' }
const close = () => undefined

function CatalogHost({ id }: { readonly id: string }) {
  const catalog = useCatalogs().data?.find((one: Catalog) => one.id === id)
  return catalog ? <ShareCatalogDialog catalog={catalog} onClose={close} /> : null
}

function MapHost({ id }: { readonly id: string }) {
  const { data } = useMapRecord(id)
  return data ? <ShareDialog map={data} onClose={close} /> : null
}

async function openShare(
  shares: KeptCatalog['shares'] = { users: [], link: null },
  language: 'en' | 'lt' = 'en',
) {
  const app = await openApp(
    '/settings/limits',
    (api) => {
      new FakeLibrary(api, mapOf('Plan', { hasLink: true }))
      new FakeCatalogs(api, [], catalogOf('Forts', [], {}, shares))
      answerLimits(api)
      api.answer(mapSharing, () => ({ audience: 'link' as const, link: LINK }))
    },
    { user: ONA, language },
  )
  await findHeading(language === 'en' ? 'Settings' : 'Nustatymai')
  showInApp(<CatalogHost id="forts" />)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('textbox', { name: language === 'en' ? 'Username' : 'Naudotojo vardas' })
  return { ...app, dialog }
}

/** What a dialog holds that is pressed or typed into, in its order. */
const partsOf = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('input, select, button, a[href]')].map((part) =>
    part.getAttribute('type') === 'radio' ? 'who' : (part.getAttribute('aria-label') ?? part.textContent),
  )

describe('the dialog that shares a catalog', () => {
  it('makes the link, shows and copies it, and asks before it is ended', async () => {
    const { api, dialog, hands } = await openShare()
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    expect(dialog.queryByRole('textbox', { name: 'Link' })).toBeNull()
    await hands.click(dialog.getByRole('radio', { name: 'Anyone with the link' }))
    await dialog.findByText('Anyone who has the link can see it now.')
    const field = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
    expect(field.value).toBe(`${location.origin}/c/link-token`)
    await hands.click(dialog.getByRole('button', { name: 'Copy the link' }))
    await dialog.findByText('Link copied')
    expect(copied).toHaveBeenCalledWith(field.value)

    await hands.click(dialog.getByRole('radio', { name: 'Only people I name' }))
    await hands.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(api.sent(unshareCatalog)).toEqual([])
    await hands.click(dialog.getByRole('radio', { name: 'Only people I name' }))
    await hands.click(await screen.findByRole('button', { name: 'End the link' }))
    await untilGone(() => dialog.queryByRole('textbox', { name: 'Link' }))
    expect(api.sent(unshareCatalog).map(({ body }) => body)).toEqual([null])
  })

  it('stays open for the next name, says what was done, and shows who sees the catalog', async () => {
    const { api, dialog, hands } = await openShare()
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Username' })
    await hands.type(name, JONAS.username)
    await hands.selectOptions(dialog.getByRole('combobox', { name: 'What they may do' }), 'Can edit')
    await hands.click(dialog.getByRole('button', { name: 'Share' }))
    await dialog.findByText(`“Forts” is shared with ${JONAS.username}, to edit together.`)
    expect(name.value).toBe('')
    expect(api.sent(shareCatalog).map(({ body }) => body)).toEqual([
      { username: JONAS.username, mayEdit: true },
    ])
    const choice = await dialog.findByRole<HTMLSelectElement>('combobox', {
      name: `What ${JONAS.username} may do`,
    })
    expect(choice.value).toBe('edit')
    await hands.click(dialog.getByRole('button', { name: `Stop sharing with ${JONAS.username}` }))
    await untilGone(() => dialog.queryByRole('heading', { name: 'Shared with' }))
  })

  it('says under the field why nobody of a name can see it', async () => {
    const { api, dialog, hands } = await openShare(undefined, 'lt')
    api.answer(shareCatalog, refusal(404, 'errors.catalogs.userNotFound'))
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Naudotojo vardas' })
    await hands.type(name, 'Niekas')
    await hands.click(dialog.getByRole('button', { name: 'Dalytis' }))
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(name.value).toBe('Niekas')
  })

  it('has the same parts in the same order as the one that shares a map', async () => {
    const { dialog } = await openShare({ users: [], link: LINK })
    await dialog.findByRole('textbox', { name: 'Link' })
    const ofCatalog = partsOf(screen.getByRole('dialog'))
    showInApp(<MapHost id="plan" />)
    const map = await screen.findByRole('dialog', { name: 'Share “Plan”' })
    await within(map).findByRole('textbox', { name: 'Link' })
    const once = (parts: readonly (string | null)[]) => parts.filter((part, at) => part !== parts[at - 1])
    expect(once(partsOf(map))).toEqual(once(ofCatalog).slice(0, once(partsOf(map)).length))
    expect(once(ofCatalog)).toEqual(expect.arrayContaining(['who', 'Link', 'Copy the link', 'Open the page']))
  })
})
