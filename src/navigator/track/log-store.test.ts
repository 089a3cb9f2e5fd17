import 'fake-indexeddb/auto'
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
