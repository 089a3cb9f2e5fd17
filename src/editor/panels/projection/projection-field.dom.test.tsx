import { screen } from '@testing-library/dom'
import { createStore, Provider } from 'jotai'
import { expect, it } from 'vitest'
import { answerLimits, findHeading, openApp } from '../../../../tests/components/app.ts'
import { ONA } from '../../../../tests/components/samples.ts'
import { showInApp } from '../../../../tests/components/show-in-app.tsx'
import { EMPTY_DOCUMENT } from '../../../drafts/editor-document.ts'
import { committedDocumentAtom, openDocumentAtom, redoAtom, undoAtom } from '../../model/document-atoms.ts'
import { LateProjection } from './late-projection.tsx'

async function shown({ projection, canEdit = true }: { projection?: string; canEdit?: boolean } = {}) {
  const { hands } = await openApp('/settings/limits', answerLimits, { user: ONA })
  await findHeading('Settings')
  const store = createStore()
  const document = { ...EMPTY_DOCUMENT, ...(projection !== undefined && { projection }) }
  store.set(openDocumentAtom, { document, published: document })
  showInApp(
    <Provider store={store}>
      <LateProjection canEdit={canEdit} />
    </Provider>,
  )
  await screen.findByRole('group', { name: 'Projection of the map' })
  return { user: hands, used: () => store.get(committedDocumentAtom).projection, store }
}

it('is one line until it is asked for', async () => {
  const { user } = await shown()
  expect(screen.getByText('Projection of the map: standard')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Or its code' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(screen.getByRole('textbox', { name: 'Or its code' })).toBeDefined()
})

it('takes a code, as a step that can be taken back, and goes back to the standard', async () => {
  const { user, used, store } = await shown()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.type(screen.getByRole('textbox', { name: 'Or its code' }), '3346')
  await user.click(screen.getByRole('button', { name: 'Use' }))
  await screen.findByText('Projection of the map: EPSG:3346')
  expect(used()).toBe('EPSG:3346')
  store.set(undoAtom)
  await screen.findByText('Projection of the map: standard')
  store.set(redoAtom)
  await user.click(await screen.findByRole('button', { name: 'Back to the standard' }))
  expect(used()).toBeUndefined()
})

it('says what cannot be computed, and changes nothing', async () => {
  const { user, used } = await shown()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.type(screen.getByRole('textbox', { name: 'Or its code' }), '+proj=nonsense')
  await user.click(screen.getByRole('button', { name: 'Use' }))
  await screen.findByText(/^It cannot be computed/)
  expect(used()).toBeUndefined()
})

it('says that a few points tell nothing', async () => {
  const { user } = await shown()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('button', { name: 'Find the best' }))
  await screen.findByText('To tell, at least 6 points are needed.')
})

it('is told, and not changed, by those who may not edit', async () => {
  await shown({ projection: 'EPSG:3035', canEdit: false })
  expect(screen.getByText('Projection of the map: EPSG:3035')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
})
