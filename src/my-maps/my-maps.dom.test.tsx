import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import {
  personalMaps,
  publicUntransformedMaps,
  removeTrashedMap,
  switchPublic,
} from '../../contract/api/maps.ts'
import { findOwnMaps } from '../../contract/api/find-own.ts'
import { findToast, NO_MAPS, openApp, type App } from '../../tests/components/app.ts'
import { bareRefusal, type FakeApi, UNREACHABLE } from '../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { NOW, ONA } from '../../tests/components/samples.ts'

describe('the personal maps', () => {
  it('stay public or private when the server refuses the switch', async () => {
    let answerSwitch: () => void = () => undefined
    const { api, hands } = await openApp(
      '/main',
      (server) => {
        const library = new FakeLibrary(server, mapOf('Switched'))
        answerSwitch = () =>
          server.answer(switchPublic, ({ params, body }) => ({
            status: 'success' as const,
            isPublic: library.change(params.mapId, { isPublic: body?.isPublic ?? false }).isPublic,
          }))
        server.answer(switchPublic, UNREACHABLE)
      },
      { user: ONA },
    )
    const visibility = await screen.findByRole<HTMLInputElement>('switch', { name: '“Switched” is public' })
    await hands.click(visibility)
    await findToast('Network error occurred')
    await waitFor(() => expect(visibility.checked).toBe(false))
    answerSwitch()
    await hands.click(visibility)
    await waitFor(() =>
      expect(api.sent(switchPublic).map(({ params, body }) => [params.mapId, body?.isPublic])).toEqual([
        ['switched', true],
        ['switched', true],
      ]),
    )
    await waitFor(() => expect(visibility.checked).toBe(true))
  })

  it('made public lead to their page, hand out its link, and are made private again by Undo', async () => {
    const { api, hands } = await openApp(
      '/main',
      (server) => {
        const library = new FakeLibrary(server, mapOf('Switched'))
        server.answer(switchPublic, ({ params, body }) => ({
          status: 'success' as const,
          isPublic: library.change(params.mapId, { isPublic: body?.isPublic ?? false }).isPublic,
        }))
      },
      { user: ONA },
    )
    await hands.click(await screen.findByRole('switch', { name: '“Switched” is public' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    for (const name of ['Public page', 'Copy link']) screen.getByRole('button', { name })
    await hands.click(undo)
    await waitFor(() =>
      expect(api.sent(switchPublic).map(({ body }) => body?.isPublic)).toEqual([true, false]),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Public page' })).toBeNull())
  })

  it('are narrowed to what the server finds by words and field, with counts of it alone', async () => {
    const { api, hands } = await openApp(
      '/main',
      (server) => {
        new FakeLibrary(server, mapOf('Kaunas'), mapOf('Vilna', { isPublic: true }), mapOf('Riga'))
        server.answer(findOwnMaps, ({ query: { field } }) => ({
          ids: field === 'creator' ? [] : ['vilna', 'riga'],
          isNear: true,
        }))
      },
      { user: ONA },
    )
    await screen.findByText('Kaunas')
    const words = screen.getByRole('textbox', { name: 'Search maps' })
    await hands.type(words, '"vilna" 1850-1900')
    await waitFor(() => expect(screen.queryByText('Kaunas')).toBeNull())
    screen.getByText('Vilna')
    screen.getByText('Riga')
    screen.getByRole('button', { name: 'All 2' })
    screen.getByRole('button', { name: 'Public 1' })
    const heard = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(heard).toContain('2 maps found No map has exactly these words; these are similar.')
    expect(api.sent(findOwnMaps).at(-1)?.query).toEqual({ q: '"vilna" 1850-1900' })
    await hands.selectOptions(screen.getByRole('combobox', { name: 'Search in' }), 'Author')
    await screen.findByText('No maps found with these filters')
    expect(api.sent(findOwnMaps).at(-1)?.query).toEqual({ q: '"vilna" 1850-1900', field: 'creator' })
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      q: '"vilna" 1850-1900',
      in: 'CREATOR',
    })
    await hands.clear(words)
    await screen.findByText('Kaunas')
  })

  it('are sorted by tabs from ten maps on, and only by those that hold something', async () => {
    const titles = Array.from({ length: 10 }, (_, at) => `Sheet ${at + 1}`)
    let library: FakeLibrary | undefined
    const { load } = await openApp(
      '/main',
      (server) => {
        library = new FakeLibrary(server, ...titles.slice(0, 9).map((title) => mapOf(title)))
      },
      { user: ONA },
    )
    await screen.findByText('Sheet 9')
    expect(screen.queryByRole('group', { name: 'Which maps' })).toBeNull()
    library!.maps = titles.map((title) => mapOf(title))
    await load('/main')
    const tabs = within(await screen.findByRole('group', { name: 'Which maps' }))
    expect(tabs.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All 10',
      'Private 10',
      'Not transformed 10',
    ])
  })

  it('are all shown without asking the server for a blank search', async () => {
    const { api } = await openApp(
      '/main?q=%20&in=YEAR',
      (server) => new FakeLibrary(server, mapOf('Kaunas')),
      { user: ONA },
    )
    await screen.findByText('Kaunas')
    expect(api.sent(findOwnMaps)).toEqual([])
  })

  it('are not shown before the first answer where the address has words, and say when it fails', async () => {
    const { api, hands } = await openApp(
      '/main?q=vilna',
      (server) => {
        new FakeLibrary(server, mapOf('Kaunas'), mapOf('Vilna'))
        server.answer(findOwnMaps, bareRefusal(500))
      },
      { user: ONA },
    )
    await screen.findByText('Your maps could not be searched')
    expect(screen.queryByText('Kaunas')).toBeNull()
    api.answer(findOwnMaps, { ids: ['vilna'], isNear: false })
    await hands.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Vilna')
    expect(screen.queryByText('Kaunas')).toBeNull()
  })

  it('say that they could not be loaded, and load when asked again', async () => {
    const { api, hands, load } = await openApp(
      '/main',
      (server) => {
        server.answer(personalMaps, bareRefusal(500))
        server.answer(publicUntransformedMaps, bareRefusal(500))
      },
      { user: ONA },
    )
    await screen.findByText('Your maps could not be loaded')
    api.answer(personalMaps, NO_MAPS)
    await hands.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('You have no maps yet')
    await load('/undiscovered-maps')
    await screen.findByText('Failed to get undiscovered maps')
  })
})

describe('the trash', () => {
  /** Two maps in the trash, none beside it. */
  async function openTrash(path: string): Promise<App & { readonly library: FakeLibrary }> {
    let library: FakeLibrary | undefined
    const app = await openApp(
      path,
      (server) => {
        library = new FakeLibrary(server)
        library.trash = ['Kaunas', 'Vilnius'].map((title) => mapOf(title, { deletedAt: NOW }))
        answerRemovals(server, library)
      },
      { user: ONA, clock: NOW },
    )
    return { ...app, library: library! }
  }
  const answerRemovals = (server: FakeApi, library: FakeLibrary) =>
    server.answer(removeTrashedMap, ({ params }) => {
      library.trash = library.trash.filter(({ id }) => id !== params.id)
      return { status: 'success' as const }
    })

  it('is offered to whom no other map is left', async () => {
    const { hands } = await openTrash('/main')
    await screen.findByRole('heading', { name: 'All your maps are in the trash' })
    await screen.findByText('2 maps lie in the trash.')
    await hands.click(screen.getByRole('button', { name: 'Look into the trash' }))
    await within(await screen.findByRole('dialog', { name: 'Trash' })).findByText('Vilnius')
  })
})
