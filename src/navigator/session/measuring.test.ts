import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { createMeasuring, isSettingPointAtom, measuringAtom, movingEndAtom } from './measuring.ts'
import type { StoredMeasuring } from './stored-measuring.ts'

function field(saved = new Map<string | undefined, StoredMeasuring | null>(), mapId = 'm') {
  const store = createStore()
  const lost: (() => void)[] = []
  const stored = {
    read: (id: string | undefined) => saved.get(id) ?? null,
    keep: (id: string | undefined, kept: StoredMeasuring | null) => void saved.set(id, kept),
  }
  const measuring = createMeasuring({ store, stored, mapId, onLost: (restore) => lost.push(restore) })
  return { store, measuring, saved, lost, points: () => store.get(measuringAtom)?.points }
}

it('measuring stores its points for the map, and begins with them again', () => {
  const { measuring, saved } = field()
  const stop = measuring.start()
  measuring.toggle('distance')
  measuring.setPoint([1, 2])
  stop()
  const again = field(saved)
  expect(again.points()).toEqual([[1, 2]])
  again.measuring.start()
  again.measuring.setMap('n')
  expect(saved.get('m')).toBeNull()
  expect(saved.get('n')?.tool.points).toEqual([[1, 2]])
})

it('measuring that was laid aside is taken up again by its button', () => {
  const { store, measuring, saved, points } = field()
  measuring.start()
  measuring.toggle('path')
  measuring.setPoint([1, 2])
  expect(measuring.layAside()).toBe(true)
  expect(store.get(measuringAtom)).toBeNull()
  expect(saved.get('m')).toMatchObject({ isAside: true })
  measuring.toggle('distance')
  expect(points()).toEqual([[1, 2]])
})

it('measuring that is ended or becomes another kind can bring its points back', () => {
  const { measuring, lost, points } = field()
  measuring.toggle('path')
  for (const x of [1, 2, 3]) measuring.setPoint([x, 0])
  measuring.undo()
  expect(lost).toEqual([])
  measuring.setPoint([3, 0])
  measuring.toggle('distance')
  expect([points()?.length, lost.length]).toEqual([0, 1])
  lost[0]?.()
  expect(points()).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ])
})

it('measuring moves an end of a distance to the next place that is set', () => {
  const { store, measuring, points } = field()
  measuring.toggle('distance')
  measuring.setPoint([1, 0])
  measuring.setPoint([2, 0])
  expect(store.get(isSettingPointAtom)).toBe(false)
  measuring.setMoving(0)
  expect(store.get(movingEndAtom)).toBe(0)
  measuring.setPoint([5, 5])
  expect(points()).toEqual([
    [5, 5],
    [2, 0],
  ])
  expect(store.get(movingEndAtom)).toBeNull()
})
