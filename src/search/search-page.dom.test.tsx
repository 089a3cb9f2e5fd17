import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { findMaps } from '../../contract/api/find.ts'
import { findWords } from '../../contract/api/lettering.ts'
import { geocode } from '../../contract/api/places.ts'
import { router } from '../app/router.tsx'
import { openApp } from '../../tests/components/app.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { ONA } from '../../tests/components/samples.ts'

it('begins with the cursor in its field, so that what is typed at once is searched', async () => {
  const { hands } = await openApp(
    '/main',
    (api) => {
      new FakeLibrary(api, mapOf('Plan'))
      api.answer(findMaps, { items: [], total: 0, next: null })
    },
    { user: ONA },
  )
  await screen.findByText('Plan')
  await hands.click(screen.getByRole('link', { name: 'Search' }))
  const field = await screen.findByRole('combobox', { name: 'Search all maps' })
  await waitFor(() => expect(document.activeElement).toBe(field))
})

it('finds words on maps: each map opens where the word is written', async () => {
  const found = (mapId: string, title: string, place: [number, number] | null) => ({
    mapId,
    title,
    year: 1850,
    thumbnailPath: null,
    word: {
      x: 120.4,
      y: 80,
      width: 60,
      height: 12,
      angle: 0,
      text: 'Gudeliai',
      certainty: 1,
      by: 'model' as const,
    },
    place,
    metresPerPx: place && 10,
  })
  const { hands } = await openApp(
    '/search?q=gudeliai',
    (api) => {
      new FakeLibrary(api, mapOf('Plan'))
      api.answer(findMaps, { items: [], total: 0, next: null })
      api.answer(geocode, [])
      api.answer(findWords, {
        words: [found('plan', 'Plan', null), found('map', 'Map', [24, 54])],
        more: false,
      })
    },
    { user: ONA },
  )
  const words = within(await screen.findByRole('region', { name: 'Written on maps' }))
  expect(words.getByRole('heading', { name: '“Gudeliai” is written on 2 maps' })).toBeTruthy()
  expect(words.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Plan, 1850',
    'Map, 1850',
  ])
  await hands.click(words.getByRole('button', { name: 'Show “Gudeliai” on “Plan”' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ mapId: 'plan', spot: '120,80' }))
})
