import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openApp } from '../../../tests/components/app.ts'
import { FakeLibrary, mapOf } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'
import { showInApp } from '../../../tests/components/show-in-app.tsx'
import { i18n } from '../i18n/i18n.ts'
import { KeyHelp } from './key-help.tsx'
import { KEY_GROUPS } from './key-groups.ts'

const openMaps = (language: 'en' | 'lt' = 'en') =>
  openApp('/main', (api) => void new FakeLibrary(api, mapOf('Kaunas')), { user: ONA, language })

describe('the list of keys', () => {
  it('opens by ? over one’s own maps, and closes by its button', async () => {
    const { hands } = await openMaps()
    await screen.findByText('Kaunas')

    await hands.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const row = (keys: string) => within(dialog).getByRole('row', { name: new RegExp(`^${keys}`) })
    expect(row('/ Ctrl\\+K').textContent).toContain('To the search box')
    expect(within(dialog).getByText('Lists of maps')).toBeTruthy()
    // The editor's keys are none of this page.
    expect(within(dialog).queryByText('Transform')).toBeNull()
    await hands.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes by Back, which leaves the page where it is', async () => {
    const { hands } = await openMaps()
    await screen.findByText('Kaunas')
    await hands.keyboard('?')
    await screen.findByRole('dialog')
    await waitFor(() => expect((history.state as { layers?: string[] } | null)?.layers).toHaveLength(1))
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe('/main')
  })

  it('does not open where text is typed', async () => {
    const { hands } = await openMaps()
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search maps' })
    await hands.click(field)
    await hands.keyboard('what?')
    expect(field).toHaveProperty('value', 'what?')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('names the keys of a map where a page without an account shows one, in Lithuanian too', async () => {
    await openMaps('lt')
    await screen.findByText('Kaunas')
    await i18n.loadNamespaces('shortcuts')
    showInApp(<KeyHelp page="public" onClose={() => undefined} />)
    const dialog = within(await screen.findByRole('dialog', { name: 'Spartieji klavišai' }))
    expect(dialog.getByText('Žemėlapiuose')).toBeTruthy()
    expect(dialog.queryByText('Visur')).toBeNull()
  })

  it('has words for each key and action of every page', async () => {
    await openMaps()
    await i18n.loadNamespaces('shortcuts')
    for (const group of Object.values(KEY_GROUPS).flat())
      for (const [keys, action] of group.rows) {
        expect(i18n.exists(`shortcuts:${action}`), action).toBe(true)
        for (const key of keys.flat())
          if (typeof key === 'string') expect(i18n.exists(`shortcuts:key.${key}`), key).toBe(true)
      }
  })
})

describe('the search box', () => {
  it('has the focus by Ctrl+K, as by /', async () => {
    const { hands } = await openMaps()
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search maps' })
    await hands.keyboard('{Control>}k{/Control}')
    expect(document.activeElement).toBe(field)
    field.blur()
    await hands.keyboard('/')
    expect(document.activeElement).toBe(field)
  })
})
