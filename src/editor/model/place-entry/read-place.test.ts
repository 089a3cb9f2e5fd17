import { describe, expect, it } from 'vitest'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { GUESSED, readPlace, type Reckoning } from './read-place.ts'

/** `lon lat way order` of each reading, degrees to five decimals; or the fault. */
async function read(text: string, reckoning: Partial<Reckoning> = {}): Promise<readonly string[] | string> {
  const reading = await readPlace(text, { ...GUESSED, ...reckoning })
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
    `54°41'13.92"N 25°16'46.92"E`,
    ' 54°41′13.92″\u00a0N,  25°16′46.92″\u00a0E ',
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
      'EPSG:3346 582 510.37 6 061 948.68',
      'LKS94 E 582510.37 N 6061948.68',
      'X=582510.37 Y=6061948.68 (EPSG:3346)',
    ])
      expect(await read(text), text).toEqual([`${VILNIUS} grid lonFirst`])
    expect(await read('EPSG:3346 6061948.68 582510.37')).toEqual([`${VILNIUS} grid latFirst`])
    expect(await read('582510.37 6061948.68', { grid: 3346 })).toEqual([`${VILNIUS} grid lonFirst`])
    expect((await read('582510.37 6061948.68'))[0]).toBe(`${VILNIUS} grid lonFirst`)
    expect(await read('EPSG:3857 2814123.33 7301393.15')).toEqual([`${VILNIUS} webMercator told`])
    expect(await read('2814123.33 7301393.15')).toEqual([`${VILNIUS} webMercator told`])
  })

  it('of UTM has its zone and its half', async () => {
    expect(await read('35U 389106.01 6061342.91')).toEqual([`${VILNIUS} utm told`])
    expect(await read('UTM 35N 389106.01 m E 6061342.91 m N')).toEqual([`${VILNIUS} utm told`])
    // South of the equator, or the band north of 32°.
    expect(await read('33S 500000 4000000')).toHaveLength(2)
    expect(await read('61N 500000 4000000')).toBe('unknownZone')
  })

  it('in degrees is not taken for metres because a grid was chosen', async () => {
    expect(await read('54.6872 N 25.2797 E', { grid: 3346 })).toEqual([`${VILNIUS} degrees told`])
    expect(await read('54.6872, 25.2797', { grid: 3346 })).toContain(`${VILNIUS} degrees latFirst`)
    expect(await read('1 2000000', { grid: 3346 })).toBe('outsideGrid')
  })

  it('of a printed graticule is counted from the meridian that it names, or that was chosen', async () => {
    // 17°40′ west, 30°19′38.55″ east and 2°20′14.025″ east of Greenwich.
    const told = [`${VILNIUS} degrees told`]
    for (const text of [
      '54.6872 N 42°56′46.92″ E from Ferro',
      'Ferro: 54.6872 N 42.946367 E',
      '54,6872 š. pl. 42,946367 r. ilg. (nuo Fero)',
      '54.6872 N 5.047675 W Pulkovo',
      '54.6872 N 22.942471 E Paris',
    ])
      expect(await read(text), text).toEqual(told)
    expect(await read('54.6872 N 42.946367 E', { meridian: 'ferro' })).toEqual(told)
    expect(await read('54.6872 N 42.946367 E Ferro', { meridian: 'paris' })).toEqual(told)
    expect(await read('10 N 170 W', { meridian: 'ferro' })).toEqual(['172.33333 10.00000 degrees told'])
    expect(await read('Paris')).toBe('name')
  })

  it('of another grid is computed by its definition, with its datum', async () => {
    expect(await read('EPSG:21781 600000 200000')).toEqual(['7.43863 46.95108 grid lonFirst'])
  })

  it('that cannot be is told why', async () => {
    expect(await read('89 N 25 E')).toBe('offMap')
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
