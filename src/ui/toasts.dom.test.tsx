import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { openApp } from '../../tests/components/app.ts'
import { ONA } from '../../tests/components/samples.ts'
import { toast } from './toast-store.ts'

it('is reached by a key that the notice names, and the focus goes back where it was', async () => {
  let undone = 0
  const { hands } = await openApp('/main', undefined, { user: ONA })
  const search = await screen.findByRole('button', { name: 'Trash' })
  search.focus()
  toast.success('In the trash', { action: { label: 'Undo', run: () => (undone += 1) } })
  const notice = (await screen.findByText('In the trash')).closest<HTMLElement>('[role=status]')!
  within(notice).getByText('Press F6 to get to its buttons.')
  for (const key of ['{F6}', '{Alt>}t{/Alt}']) {
    await hands.keyboard(key)
    expect(document.activeElement?.textContent).toBe('Undo')
    await hands.keyboard(key)
    expect(document.activeElement).toBe(search)
  }
  await hands.keyboard('{F6}{Enter}')
  expect(undone).toBe(1)
  await waitFor(() => expect(document.activeElement).toBe(search))
})
