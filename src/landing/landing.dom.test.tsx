import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { instanceFigures } from '../../contract/api/system.ts'
import { openApp } from '../../tests/components/app.ts'

it('begins for the keyboard with a link past its head, in the language of the page', async () => {
  const { hands } = await openApp('/', (api) => api.answer(instanceFigures, { figures: null }), {
    language: 'lt',
  })
  await screen.findByRole('heading', { level: 1 })
  await hands.tab()
  const skip = screen.getByRole('link', { name: 'Pereiti prie turinio' })
  expect(document.activeElement).toBe(skip)
  expect(skip.getAttribute('href')).toBe('#content')
  // What the browser leads to has to take the focus, else the next Tab begins at the head again.
  expect(screen.getByRole('main').id).toBe('content')
  expect(screen.getByRole('main').tabIndex).toBe(-1)
})
