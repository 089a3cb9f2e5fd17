import { expect, it } from 'vitest'
import { zoomStep } from './zoom-step.ts'

it('zooms a pane that moves alone by a level in 250 ms, panes that move together by half a level in 150 ms', () => {
  expect(zoomStep(false)).toEqual({ levels: 1, durationMs: 250 })
  expect(zoomStep(true)).toEqual({ levels: 0.5, durationMs: 150 })
})
