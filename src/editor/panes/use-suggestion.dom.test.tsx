import { screen } from '@testing-library/dom'
import { createStore, Provider } from 'jotai'
import { expect, it, vi } from 'vitest'
import { answerLimits, findHeading, findToast, openApp } from '../../../tests/components/app.ts'
import { ONA } from '../../../tests/components/samples.ts'
import { showInApp } from '../../../tests/components/show-in-app.tsx'
import { sessionAtom } from '../model/warp-atoms.ts'
import { useSuggestion } from './use-suggestion.ts'

const moveTo = { scan: vi.fn(), map: vi.fn() }
const paneOf = (side: keyof typeof moveTo) => ({ current: { moveTo: moveTo[side] } as never })
const [SCAN, MAP] = [paneOf('scan'), paneOf('map')]

function Suggest() {
  const suggest = useSuggestion(SCAN, MAP)
  return <button onClick={suggest}>Suggest</button>
}

it('says why both maps go to another place', async () => {
  const { hands } = await openApp('/settings/limits', answerLimits, { user: ONA })
  await findHeading('Settings')
  const store = createStore()
  store.set(sessionAtom, {
    nextPointSuggestion: () => Promise.resolve(Float64Array.of(10, 20, 300, 400)),
  } as never)
  showInApp(
    <Provider store={store}>
      <Suggest />
    </Provider>,
  )
  await hands.click(await screen.findByRole('button', { name: 'Suggest' }))
  await findToast('Few points lie here. Is there anything that you recognise?')
  expect(moveTo.scan.mock.calls[0]?.[0]).toEqual({ centre: [10, 20] })
  expect(moveTo.map.mock.calls[0]?.[0]).toEqual({ centre: [300, 400] })
})
