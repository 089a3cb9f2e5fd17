import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAnnotation } from '@allmaps/annotation'
import { describe, expect, it } from 'vitest'
import { describeWithSharedData, sharedData } from '../tests/support/shared-data.ts'
import { TRANSFORMATION_TYPES } from '../contract/control-points.ts'
import type { GcpFile, GcpFilePoint } from './gcp-file.ts'
import { readGcpFile } from './read-gcp-file.ts'
import { type AnnotatedMap, writeAnnotation } from './write-annotation.ts'

const POINTS: readonly GcpFilePoint[] = [
  { image: [10.25, 20], ground: [25.2797, 54.6872], enabled: true },
  { image: [790, 31], ground: [25.3101, 54.6859], enabled: true, note: 'bridge' },
  { image: [400, 300], ground: [25, 54], enabled: false },
  { image: [400, 580.125], ground: [25.2913, 54.6721], enabled: true },
]
const MAP: AnnotatedMap = {
  address: 'https://maps.example.org/api/map/m1/annotation.json',
  image: 'https://maps.example.org/api/iiif/m1',
  width: 800,
  height: 600,
  points: POINTS,
  transformationType: 'TPS',
  mask: [],
}
const square = (from: number, to: number) =>
  [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ] as const

function read(text: string) {
  const result = readGcpFile(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.maps
}

describe('a Georeference Annotation that we write', () => {
  it('is read by Allmaps: enabled points, whole image, transformation', () => {
    const [map, other] = parseAnnotation(JSON.parse(writeAnnotation(MAP)))
    expect(other).toBeUndefined()
    expect(map).toMatchObject({
      resource: { id: MAP.image, type: 'ImageService3', width: 800, height: 600 },
      gcps: [POINTS[0], POINTS[1], POINTS[3]].map((point) => ({
        resource: point?.image,
        geo: point?.ground,
      })),
      resourceMask: [
        [0, 0],
        [800, 0],
        [800, 600],
        [0, 600],
      ],
      transformation: { type: 'thinPlateSpline' },
    })
  })

  it('names the projection that the map was fitted in, and is read with it', () => {
    const projection = '+proj=eqdc +lat_1=45 +lat_2=60 +lon_0=24 +R=6371000'
    const text = writeAnnotation({ ...MAP, projection })
    const [map] = parseAnnotation(JSON.parse(text))
    expect(map).toMatchObject({ resourceCrs: { definition: projection } })
    expect(read(text)[0]?.placement?.projection).toBe(projection)
    expect(writeAnnotation(MAP)).not.toContain('resourceCrs')
  })

  it.each([
    [{ definition: 'EPSG:3857' }, {}],
    [{ definition: ' http://www.opengis.net/def/crs/EPSG/0/3857 ' }, {}],
    [{ name: 'Bonne' }, { unknownProjection: 'Bonne' }],
    [{ definition: { type: 'ProjectedCRS' }, id: 'EPSG:54024' }, { unknownProjection: 'EPSG:54024' }],
    [{ definition: '+'.repeat(4001), name: 'Long' }, { unknownProjection: 'Long' }],
    ['EPSG:3346', {}],
  ])('is read with the projection that it says: %j', (resourceCrs, said) => {
    const annotation = JSON.parse(writeAnnotation(MAP)) as { body: Record<string, unknown> }
    annotation.body['resourceCrs'] = resourceCrs
    const { projection, unknownProjection } = read(JSON.stringify(annotation))[0]?.placement ?? {}
    expect({ projection, unknownProjection }).toEqual({
      projection: undefined,
      unknownProjection: undefined,
      ...said,
    })
  })

  it('becomes a page where the crop has several parts, and holes are left out', () => {
    const mask = [square(0, 300), square(100, 200), square(400, 500.0000004)]
    const maps = parseAnnotation(JSON.parse(writeAnnotation({ ...MAP, mask })))
    expect(maps.map(({ resourceMask }) => resourceMask)).toEqual([square(0, 300), square(400, 500)])
    expect(new Set(maps.map(({ gcps }) => gcps.length))).toEqual(new Set([3]))
  })

  it.each(TRANSFORMATION_TYPES)('brings the transformation %s and the crop back', (transformationType) => {
    const [map] = read(writeAnnotation({ ...MAP, transformationType, mask: [square(10, 500)] }))
    expect(map).toMatchObject({
      format: 'annotation',
      crs: 'EPSG:4326',
      placement: {
        image: MAP.image,
        imageSize: { width: 800, height: 600 },
        mask: [square(10, 500)],
        transformationType,
      },
    })
    expect(map?.points).toHaveLength(3)
    expect(read(writeAnnotation(MAP))[0]?.placement?.mask).toEqual([])
  })
})

it('takes a target without a selector for the whole image, and names a transformation that is none of ours', () => {
  const { target, body, ...rest } = JSON.parse(writeAnnotation(MAP)) as Record<string, object>
  const { source } = target as { source: object }
  const odd = { ...rest, target: { source }, body: { ...body, transformation: { type: 'straight' } } }
  const [map] = read(JSON.stringify(odd))
  expect(map?.placement).toMatchObject({
    mask: [],
    transformationType: null,
    unknownTransformation: 'straight',
  })
})

it.each([
  ['<svg width="9" height="9"><path d="M0,0"/></svg>'],
  ['<svg width="0" height="9"><polygon points="0,0 1,0 1,1"/></svg>'],
  ['<svg width="9" height="9"><polygon points="0,0 1,0 1,x"/></svg>'],
  ['<svg'.padEnd(200_000, ' <polygon')],
])('refuses an outline that is none (%#)', (value) => {
  const { target, ...rest } = JSON.parse(writeAnnotation(MAP)) as { target: object }
  const text = JSON.stringify({ ...rest, target: { ...target, selector: { type: 'SvgSelector', value } } })
  const result = readGcpFile(text)
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'wrongValue', field: 'target.selector.value' },
  })
})

describeWithSharedData('the annotations of Allmaps', () => {
  const folder = (name: string) => sharedData('allmaps-vectors', 'annotation', name)
  const outcomes = () =>
    readdirSync(folder('output')).flatMap((name) => {
      const kind = /\.(map|annotation|errors)\.json$/.exec(name)?.[1]
      if (!kind) return []
      const text = readFileSync(join(folder('output'), name), 'utf8')
      const input = name.replace(`.${kind}.json`, '.json')
      return [{ name: input, kind, told: JSON.parse(text) as unknown, input: textOf(input) }]
    })
  /** A few expectations have no input of their own. */
  const textOf = (name: string) => {
    try {
      return readFileSync(join(folder('input'), name), 'utf8')
    } catch {
      return undefined
    }
  }

  /** What was read, written as an annotation of ours. */
  const again = ({ points, placement }: GcpFile) =>
    writeAnnotation({
      ...MAP,
      points,
      image: placement?.image ?? '',
      width: placement?.imageSize?.width ?? 0,
      height: placement?.imageSize?.height ?? 0,
      mask: placement?.mask ?? [],
      transformationType: placement?.transformationType ?? 'TPS',
      ...(placement?.projection !== undefined && { projection: placement.projection }),
    })

  it('are read with all their maps, points, masks and transformations as Allmaps reads them', () => {
    let count = 0
    for (const { name, kind, told, input } of outcomes()) {
      if (kind !== 'map' || input === undefined) continue
      const maps = [told].flat() as {
        gcps: { resource: number[]; geo: number[] }[]
        resourceMask: number[][]
        transformation?: { type: string }
        resourceCrs?: { definition: string }
      }[]
      if (maps.length === 0) {
        expect(readGcpFile(input), name).toMatchObject({ ok: false, error: { code: 'empty' } })
        continue
      }
      const ours = read(input)
      expect(ours, name).toHaveLength(maps.length)
      for (const [index, map] of maps.entries()) {
        const { points, placement } = ours[index]!
        expect(
          points.map(({ image, ground }) => ({ resource: image, geo: ground })),
          name,
        ).toEqual(map.gcps.map(({ resource, geo }) => ({ resource, geo })))
        const mask = placement?.mask ?? []
        if (mask.length > 0) expect(mask, name).toEqual([map.resourceMask])
        if (map.transformation) expect(placement?.transformationType, name).not.toBeNull()
        expect(placement?.projection, name).toBe(map.resourceCrs?.definition)
        if (map.resourceCrs) {
          const { gcps, resourceMask, transformation, resourceCrs } = map
          const { definition } = resourceCrs
          const expected = { gcps, resourceMask, transformation, resourceCrs: { definition } }
          expect(parseAnnotation(JSON.parse(again(ours[index]!)))).toMatchObject([expected])
        }
      }
      count++
    }
    expect(count).toBeGreaterThan(15)
  })

  it('that are maps of Allmaps’ own form are read too', () => {
    const valid = outcomes().filter(({ kind, input }) => kind === 'annotation' && input !== undefined)
    for (const { name, input } of valid) {
      if (name === 'map.empty-array.json') continue
      expect(read(input!)[0]?.points.length, name).toBeGreaterThan(2)
    }
    expect(valid.length).toBeGreaterThan(4)
  })

  it('are refused in words, however deep their brackets are nested', () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const text of [
      `{"type":"AnnotationPage","items":${nested}}`,
      `{"type":"Annotation","target":${nested}}`,
      `{"type":"Annotation","target":{"source":{"id":"https://example.org","type":${nested}}}}`,
      nested,
    ])
      expect(readGcpFile(text)).toMatchObject({ ok: false })
  })

  it('that are not valid are refused, and the place is named', () => {
    const invalid = outcomes().filter(({ kind, input }) => kind === 'errors' && input !== undefined)
    for (const { name, told, input } of invalid) {
      const result = readGcpFile(input!)
      if (result.ok) throw new Error(`${name} was read`)
      const { field } = result.error
      // Where the file is none of anything, there is no place to name.
      if (['map.empty-object.json', 'map.false.json'].includes(name)) continue
      expect(field, name).toBeDefined()
      if (name === 'annotation.annotation-page-items-missing.json') expect(field).toBe('items')
      else if (name === 'annotation.target-source-missing.json') expect(field).toBe('target.source')
      // Allmaps names the pair where we name the number of it that is missing.
      else expect(String(told), name).toContain(`"${field?.replace(/\.coordinates\[0\]$|\[1\]$/, '')}`)
    }
    expect(invalid.length).toBeGreaterThan(35)
  })
})
