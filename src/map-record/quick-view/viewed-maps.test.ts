import { describe, expect, it } from 'vitest'
import { boxOfRasters, canChangeKind, firstKind, pathOf, placed, type ViewedMap } from './viewed-maps.ts'

const map = (convertedPath: string | null, transformedPath: string | null): ViewedMap => ({
  id: 'm',
  title: 'M',
  convertedPath,
  transformedPath,
})
const both = map('c.tif', 't.tif')

describe('a quick view', () => {
  it('starts with the overlay from a catalog, else with the scan', () => {
    expect(firstKind('catalog')).toBe('transformed')
    expect(firstKind('card')).toBe('converted')
  })

  it('changes over between scan and overlay for one map that has both, outside of catalogs', () => {
    expect(canChangeKind([both], 'card')).toBe(true)
    expect(canChangeKind([both], 'catalog')).toBe(false)
    expect(canChangeKind([both, both], 'card')).toBe(false)
    expect(canChangeKind([map('c.tif', null)], 'card')).toBe(false)
    expect(canChangeKind([map(null, 't.tif')], 'card')).toBe(false)
    expect(canChangeKind([], 'card')).toBe(false)
  })

  it('shows the file that there is where the wished one is not', () => {
    expect(pathOf(both, 'converted')).toBe('c.tif')
    expect(pathOf(both, 'transformed')).toBe('t.tif')
    expect(pathOf(map('c.tif', null), 'transformed')).toBe('c.tif')
    expect(pathOf(map(null, 't.tif'), 'converted')).toBe('t.tif')
    expect(pathOf(map(null, null), 'converted')).toBeNull()
  })

  it('lays a scan without a position about the middle of the plane, and fits all that it shows', () => {
    const scan = placed({ width: 800, height: 600, grid: null })
    expect(boxOfRasters([scan])).toEqual({ minX: -400, minY: -300, maxX: 400, maxY: 300 })
    const overlay = placed({ width: 10, height: 20, grid: { originX: 1000, originY: 500, pixelSize: 10 } })
    expect(boxOfRasters([overlay])).toEqual({ minX: 1000, minY: 300, maxX: 1100, maxY: 500 })
    expect(boxOfRasters([scan, overlay])).toEqual({ minX: -400, minY: -300, maxX: 1100, maxY: 500 })
    expect(boxOfRasters([])).toBeNull()
  })
})
