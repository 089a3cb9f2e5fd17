import { expect, it } from 'vitest'
import { graticule, graticuleStep } from './graticule.ts'

it('covers the view with lines at least 110 px apart at every zoom', () => {
  for (let zoom = 0; zoom <= 19; zoom += 0.5) {
    const px = (graticuleStep(zoom) / 3600 / 360) * 512 * 2 ** zoom
    if (zoom >= 2 && zoom < 18) expect(px).toBeGreaterThanOrEqual(110)
    expect(px).toBeLessThan(700)
  }
})

it('names meridians and parallels in degrees, minutes and seconds', () => {
  const labels = graticule([25.27, 54.68, 25.29, 54.69], 16).features.map((line) => line.properties.label)
  expect(labels).toContain('25°17′ E')
  expect(labels).toContain('54°41′10″ N')
  const world = graticule([-180, -60, 180, 60], 1).features.map((line) => line.properties.label)
  expect(world).toContain('30° W')
  expect(world).toContain('0°')
})

it('names the sides of the Earth in the language of the map', () => {
  const labels = graticule([-30, -30, 60, 60], 3, 'lt').features.map((line) => line.properties.label)
  expect(labels).toEqual(expect.arrayContaining(['20° r. ilg.', '10° v. ilg.', '50° š. pl.', '20° p. pl.']))
  expect(labels.join()).not.toMatch(/[NSEW]/)
})

it('wraps labels beyond the date line', () => {
  const labels = graticule([170, 0, 200, 10], 3).features.map((line) => line.properties.label)
  expect(labels).toContain('170° W')
  expect(labels.some((label) => label.startsWith('190'))).toBe(false)
})
