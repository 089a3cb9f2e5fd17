import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { findMaps } from '../../contract/api/find.ts'
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
