import { expect, it } from 'vitest'
import { isChanging } from './is-changing.ts'

const ready = { state: 'ready', percent: 100, error: null } as const

it('watches a map while its scan is prepared or a transform runs', () => {
  for (const state of ['fetching', 'queued', 'converting'] as const)
    expect(isChanging({ processing: { state, percent: 0, error: null } })).toBe(true)
  for (const state of ['queued', 'running'] as const)
    expect(isChanging({ processing: ready, transformJob: { state, percent: 0, error: null } })).toBe(true)
})

it('leaves a map alone when nothing runs, and when what ran has ended or failed', () => {
  expect(isChanging({ processing: ready })).toBe(false)
  expect(isChanging({ processing: ready, transformJob: null })).toBe(false)
  expect(isChanging({ processing: { state: 'failed', percent: 0, error: null } })).toBe(false)
})
