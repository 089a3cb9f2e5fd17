import { describe, expect, it } from 'vitest'
import { drawSheet } from './draw-sheet.ts'
import { NEAT } from './inks.ts'
import { toSheet } from './projection.ts'
import { checkPoints, townPoints } from './sheet-points.ts'

describe('the drawn map', () => {
  const sheet = drawSheet()

  it('needs no font and no other file, so that every machine draws the same', () => {
    expect(sheet.svg).not.toMatch(/<text|<image|font-family/)
    expect(sheet.svg.match(/href="[^#]/)).toBeNull()
    expect(drawSheet().svg).toBe(sheet.svg)
  })

  it('holds over seventy towns within its frame, each drawn at its exact position', () => {
    expect(sheet.towns.length).toBeGreaterThan(70)
    for (const { pixel, lon, lat } of sheet.towns) {
      expect(pixel[0]).toBeGreaterThan(NEAT.x)
      expect(pixel[0]).toBeLessThan(NEAT.x + NEAT.width)
      expect(pixel).toEqual(toSheet(lon, lat))
    }
    const [x, y] = sheet.towns.find((town) => town.name === 'Wilna')?.pixel ?? [0, 0]
    expect(sheet.svg).toContain(`<circle cx="${Math.round(x * 10) / 10}" cy="${Math.round(y * 10) / 10}"`)
  })

  it('gives its towns and its check points in both spaces by one formula', () => {
    const towns = townPoints(sheet.towns)
    const checks = checkPoints(200)
    expect(checks).toHaveLength(200)
    for (const { lon, lat, image } of [...towns, ...checks]) {
      const [px, py] = toSheet(lon, lat)
      expect(Math.hypot(px - image[0], py - image[1])).toBeLessThan(1e-6)
    }
    const vilnius = towns.find((town) => town.name === 'Wilna')
    expect(vilnius?.map[0]).toBeCloseTo(2_814_000, -4)
    expect(vilnius?.map[1]).toBeCloseTo(7_303_000, -4)
  })
})
