import { expect, it } from 'vitest'
import { endTutorial, isTutorialDue } from './tutorial-state.ts'

function emptyStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

it('shows the introduction to a user of at most one map, until it is finished or skipped', () => {
  const storage = emptyStorage()
  expect(isTutorialDue(0, storage)).toBe(true)
  expect(isTutorialDue(1, storage)).toBe(true)
  expect(isTutorialDue(2, storage)).toBe(false)
  endTutorial(storage)
  expect(isTutorialDue(1, storage)).toBe(false)
  expect(storage.getItem('mapEditorTutorialCompleted')).toBe('true')
})
