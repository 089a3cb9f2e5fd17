import { describe, expect, it } from 'vitest'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { readPlace } from './read-place.ts'

/** `lon lat way order` of each reading, degrees to five decimals; or the fault. */
async function read(text: string, plainGrid: number | null = null): Promise<readonly string[] | string> {
  const reading = await readPlace(text, plainGrid)
  if (reading.kind !== 'places') return reading.kind === 'fault' ? reading.fault : reading.kind
  return reading.places.map(({ map, way, order }) => {
    const [lon, lat] = lonLatOf(map)
    return [lon.toFixed(5), lat.toFixed(5), way, order].join(' ')
  })
}

const VILNIUS = '25.27970 54.68720'

describe('a typed place', () => {
  it.each([
    '54.6872 N, 25.2797 E',
    'N54.6872° E25.2797°',
    '25.2797 E 54.6872 N',
    '54°41′13.92″N 25°16′46.92″E',
    `54° 41' 13.92" N, 25° 16' 46.92" E`,
    '25°16,782′ r. ilg. 54°41,232′ š. pl.',
    '54 41 13.92 N 25 16 46.92 E',
    'Š 54,6872; R 25,2797',
    '54.6872, 25.2797 E',
  ])('in degrees with its sides is one: %s', async (text) => {
    expect(await read(text)).toEqual([`${VILNIUS} degrees told`])
  })

  it.each([
    '54.6872, 25.2797',
    '54,6872; 25,2797',
    '54,6872 25,2797',
    '54.6872,25.2797',
    '54°41′13.92″ 25°16′46.92″',
  ])('in degrees without sides may be two: %s', async (text) => {
    expect(await read(text)).toEqual([`${VILNIUS} degrees latFirst`, '54.68720 25.27970 degrees lonFirst'])
  })

  it('has the one order that there is on Earth', async () => {
    expect(await read('-70.5 -120.25')).toEqual(['-120.25000 -70.50000 degrees latFirst'])
    expect(await read('120.25W 70.5S')).toEqual(['-120.25000 -70.50000 degrees told'])
  })

  it('in metres is of the grid that it names, whichever number comes first', async () => {
    // GDAL 3.6: gdaltransform -s_srs EPSG:4326 -t_srs EPSG:3346 (32635, 3857) -output_xy
    for (const text of [
      'LKS-94 582510.37 6061948.68',
      'EPSG:3346 582510.37, 6061948.68',
      '582 510,37; 6 061 948,68 EPSG:3346',
    ])
      expect(await read(text), text).toEqual([`${VILNIUS} grid lonFirst`])
    expect(await read('EPSG:3346 6061948.68 582510.37')).toEqual([`${VILNIUS} grid latFirst`])
    expect(await read('582510.37 6061948.68', 3346)).toEqual([`${VILNIUS} grid lonFirst`])
    expect((await read('582510.37 6061948.68'))[0]).toBe(`${VILNIUS} grid lonFirst`)
    expect(await read('EPSG:3857 2814123.33 7301393.15')).toEqual([`${VILNIUS} webMercator told`])
    expect(await read('2814123.33 7301393.15')).toEqual([`${VILNIUS} webMercator told`])
  })

  it('of UTM has its zone and its half', async () => {
    expect(await read('35U 389106.01 6061342.91')).toEqual([`${VILNIUS} utm told`])
    expect(await read('UTM 35N 389106.01 m E 6061342.91 m N')).toEqual([`${VILNIUS} utm told`])
    // South of the equator, or the band north of 32°.
    expect(await read('33S 500000 4000000')).toHaveLength(2)
    expect(await read('61N 500000 4000000')).toBe('unknownGrid')
  })

  it('of another grid is computed by its definition, with its datum', async () => {
    expect(await read('EPSG:21781 600000 200000')).toEqual(['7.43863 46.95108 grid lonFirst'])
  })

  it('that cannot be is told why', async () => {
    expect(await read('95 N 25 E')).toBe('offEarth')
    expect(await read('54°71′ N 25°16′ E')).toBe('offEarth')
    expect(await read('54 N 25 N')).toBe('sameAxis')
    expect(await read('54.7')).toBe('oneNumber')
    expect(await read('EPSG:9999999 1 2')).toBe('name')
    expect(await read('EPSG:99999 1 2')).toBe('unknownGrid')
    expect(await read('EPSG:3346 1 2')).toBe('outsideGrid')
    expect(await read('99999999 99999999')).toBe('offEarth')
    for (const name of ['Vilnius', 'Plan 1, 2', '1820 m. Kaunas', 'N', ''])
      expect(await read(name), name).toBe('name')
  })
})
