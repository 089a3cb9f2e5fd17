import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, it } from 'vitest'
import { openLogStore } from './log-store.ts'

const point = (lat: number) => ({ lon: 25, lat, altitudeMetres: null, timeMs: lat })
const mill = { id: 'm', ...point(54.5), note: 'mill' }

it('gives back what was kept, each user their own, until it is cleared', async () => {
  const [mine, other] = [openLogStore('me'), openLogStore('other')]
  await mine.addPoints([point(1), point(2)], 0)
  await other.addPoints([point(9)], 0)
  await mine.addPoints([point(3)], 1)
  await mine.putWaypoints([mill])
  await mine.putWaypoints([{ ...mill, note: 'old mill' }])
  const again = openLogStore('me')
  expect(await again.load()).toEqual({
    tracks: [[point(1), point(2)], [point(3)]],
    waypoints: [{ ...mill, note: 'old mill' }],
  })
  await again.removeWaypoint('m')
  await again.clear()
  expect(await mine.load()).toEqual({ tracks: [], waypoints: [] })
  expect((await other.load()).tracks).toEqual([[point(9)]])
})

it('keeps apart what two windows record at once, and clears in one what that one has shown', async () => {
  const [first, second] = [openLogStore('both'), openLogStore('both')]
  await Promise.all([first.load(), second.load()])
  for (const lat of [1, 2, 3]) {
    await first.addPoints([point(lat)], 0)
    await second.addPoints([point(lat + 0.5)], 0)
  }
  await second.putWaypoints([{ ...mill, id: 'of the second' }])
  const both = [
    [point(1), point(2), point(3)],
    [point(1.5), point(2.5), point(3.5)],
  ]
  expect((await openLogStore('both').load()).tracks).toEqual(both)
  await first.clear()
  expect(await openLogStore('both').load()).toMatchObject({
    tracks: both.slice(1),
    waypoints: [{ id: 'of the second' }],
  })
})

it('reads the parts that an earlier release has kept', async () => {
  await openLogStore('long here').load()
  const database = await openDB('palimpsest-field')
  for (const [lat, part] of [
    [1, 0],
    [2, 0],
    [3, 2],
  ] as const)
    await database.add('points', { ...point(lat), userId: 'long here', part })
  database.close()
  const store = openLogStore('long here')
  expect((await store.load()).tracks).toEqual([[point(1), point(2)], [point(3)]])
  await store.clear()
  expect((await store.load()).tracks).toEqual([])
})
