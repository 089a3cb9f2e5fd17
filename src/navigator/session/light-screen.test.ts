import { createStore } from 'jotai'
import { expect, it, vi } from 'vitest'
import { createFieldMotion } from './field-motion.ts'
import { EMPTY_LOG } from '../recorder/field-log.ts'
import { noteRecordedAtom } from '../model/recorded-atoms.ts'
import { lightScreen } from './light-screen.ts'

function screen() {
  const store = createStore()
  const dim = vi.fn<() => void>()
  const keepLit = vi.fn(() => dim)
  const motion = createFieldMotion({ store, pane: { current: null }, compass: { heading: () => null } })
  const setRecording = (isRecording: boolean) =>
    store.set(noteRecordedAtom, {
      log: EMPTY_LOG,
      isRecording,
      hasGoneOn: false,
      isElsewhere: false,
      isLoaded: true,
      isUnkept: false,
    })
  return { store, motion, setRecording, keepLit, dim }
}

it('lightScreen keeps the screen lit while the map follows or a track is recorded', () => {
  const { store, motion, setRecording, keepLit, dim } = screen()
  lightScreen(store, keepLit)
  expect(keepLit).not.toHaveBeenCalled()
  motion.setMode('north')
  setRecording(true)
  motion.setMode('off')
  expect([keepLit.mock.calls.length, dim.mock.calls.length]).toEqual([1, 0])
  setRecording(false)
  expect(dim).toHaveBeenCalledOnce()
})

it('lightScreen lets the screen go dark when the navigator is left', () => {
  const { store, setRecording, keepLit, dim } = screen()
  setRecording(true)
  const stop = lightScreen(store, keepLit)
  expect(keepLit).toHaveBeenCalledOnce()
  stop()
  expect(dim).toHaveBeenCalledOnce()
  setRecording(false)
  expect(dim).toHaveBeenCalledOnce()
})
