import { expect, it } from 'vitest'
import { visibleBox } from '../geometry/camera.ts'
import { exploreAddress } from './explore-address.ts'
import { readView } from './explore-view.ts'

const MAP = { id: 'a b' }
const CORNERS = { minX: 2_650_000, minY: 7_330_000, maxX: 2_670_000, maxY: 7_340_000 }

it('shows a public map itself', () => {
  expect(readView(exploreAddress(MAP, CORNERS, false).split('?')[1]!).maps).toEqual([
    { id: 'a b', opacity: 1 },
  ])
})

it('names the place alone of a map that is seen by its link', () => {
  const { maps, camera } = readView(exploreAddress(MAP, CORNERS, true).split('?')[1]!)
  expect(maps).toEqual([])
  const box = visibleBox(camera!, { width: 390, height: 390 })
  expect(box.minX).toBeLessThan(CORNERS.minX)
  expect(box.maxX).toBeGreaterThan(CORNERS.maxX)
  expect(box.minY).toBeLessThan(CORNERS.minY)
  expect(box.maxX - box.minX).toBeLessThan(30_000)
})
