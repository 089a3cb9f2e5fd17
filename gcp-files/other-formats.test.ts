import { describe, expect, it } from 'vitest'
import type { GcpFile, GcpFileError } from './gcp-file.ts'
import { readGcpFile } from './read-gcp-file.ts'

const SCAN = { width: 100, height: 50 }

function read(text: string, scan?: typeof SCAN): GcpFile {
  const result = readGcpFile(text, scan)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

function fault(text: string): GcpFileError {
  const result = readGcpFile(text)
  if (result.ok) throw new Error('expected an error')
  return result.error
}

const pairs = (file: GcpFile) => file.points.map(({ image, ground }) => [...image, ...ground])

describe('reading tables of links', () => {
  const two = [
    [3899, 6412, 9.93, 53.58],
    [6584, 819, 25.41, 71.09],
  ]

  it.each([
    ['by tab', '3899\t-6412\t9.93\t53.58\n6584\t-819\t25.41\t71.09\n'],
    ['by tab with ids', '1\t3899\t-6412\t9.93\t53.58\n2\t6584\t-819\t25.41\t71.09\n'],
    ['by space with ids', '1 3899 -6412 9.93 53.58\n2 6584 -819 25.41 71.09\n'],
    ['by space under its title', 'link table\n3899 -6412 9.93 53.58\n6584 -819 25.41 71.09\n'],
    ['by tab under its title', 'Link Table\n3899\t-6412\t9.93\t53.58\n6584\t-819\t25.41\t71.09\n'],
  ])('reads them %s', (_, text) => {
    const file = read(text)
    expect(file).toMatchObject({ format: 'links', crs: null })
    expect(pairs(file)).toEqual(two)
  })

  it('keeps ids that are names as notes, and a point above the top edge there', () => {
    const file = read('gate\t3899\t-6412\t9.93\t53.58\ntower\t1\t-2\t3\t4\nhill\t6584\t5\t25.41\t71.09\n')
    expect(file.points.map(({ note }) => note)).toEqual(['gate', 'tower', 'hill'])
    expect(file.points.map(({ image }) => image[1])).toEqual([6412, 2, -5])
  })

  it('still takes a fifth number after points by space for a height', () => {
    expect(read('3899 6412 9.93 53.58 120.5\n6584 819 25.41 71.09 99\n')).toMatchObject({ format: 'txt' })
  })

  it('names the line that is none', () => {
    expect(fault('link table\n1 2 3 4\n1 2 3\n')).toEqual({ code: 'wrongColumnCount', line: 3, value: '3' })
    expect(fault('1\t2\t3\t4\n1\t2\tthree\t4\n')).toEqual({
      code: 'notANumber',
      line: 2,
      field: 'to_x',
      value: 'three',
    })
    expect(fault('link table\n')).toEqual({ code: 'empty' })
  })
})

describe('reading GeoJSON', () => {
  const feature = (properties: object, coordinates: unknown = [25, 54]) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates },
  })
  const collection = (...features: object[]) => ({ type: 'FeatureCollection', features })

  it('takes image points under any of their names, switches and notes', () => {
    const file = read(
      JSON.stringify(
        collection(
          feature({ pixelX: 1, pixelY: 2, enabled: false, note: 'gate' }),
          feature({ pixelX: 3, pixelY: 4, enabled: 1 }),
        ),
      ),
    )
    expect(file).toMatchObject({ format: 'geojson', crs: 'EPSG:4326' })
    expect(file.points).toEqual([
      { image: [1, 2], ground: [25, 54], enabled: false, note: 'gate' },
      { image: [3, 4], ground: [25, 54], enabled: true },
    ])
    expect(pairs(read(JSON.stringify(collection(feature({ sourceX: 1, sourceY: -2 })))))).toEqual([
      [1, 2, 25, 54],
    ])
    expect(pairs(read(JSON.stringify(collection(feature({ resourceCoords: [1, 2] })))))).toEqual([
      [1, 2, 25, 54],
    ])
  })

  it.each([
    ['urn:ogc:def:crs:EPSG::3346', 'EPSG:3346'],
    ['EPSG:3857', 'EPSG:3857'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326'],
  ])('takes the coordinate system %s', (name, crs) => {
    const named = { ...collection(feature({ px: 1, py: 2 })), crs: { type: 'name', properties: { name } } }
    expect(read(JSON.stringify(named)).crs).toBe(crs)
  })

  it('names what is missing or wrong', () => {
    expect(fault(JSON.stringify(collection(feature({ name: 'Vilnius' }))))).toEqual({
      code: 'missingField',
      field: 'features[0].properties.pixelX',
    })
    expect(fault(JSON.stringify(collection(feature({ px: 1, py: 2 }, [25, 'north']))))).toEqual({
      code: 'notANumber',
      field: 'features[0].geometry.coordinates[1]',
      value: 'north',
    })
    expect(fault(JSON.stringify(collection(feature({ px: 1, py: 2, enabled: 'perhaps' }))))).toMatchObject({
      code: 'notAFlag',
    })
    expect(fault(JSON.stringify(collection()))).toEqual({ code: 'empty' })
  })
})

describe('reading KML', () => {
  const kml = (...placemarks: string[]) =>
    `<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${placemarks.join('\n')}\n</Document></kml>`
  const data = '<Data name="pixelX"><value>10</value></Data><Data name="pixelY"><value>20.5</value></Data>'
  const point = '<Point><coordinates> 25.1,54.2,0 </coordinates></Point>'

  it('reads placemarks with data of either kind, names and descriptions', () => {
    const file = read(
      kml(
        `<Placemark><name>1</name><description><![CDATA[St. Anne's & <b>gate</b>]]></description><ExtendedData>${data}</ExtendedData>${point}</Placemark>`,
        `<Placemark id="x"><name>Castle &amp; hill</name><ExtendedData><SchemaData schemaUrl="#points"><SimpleData name="pixelX">1</SimpleData><SimpleData name="pixelY">2</SimpleData><SimpleData name="enabled">0</SimpleData></SchemaData></ExtendedData>${point}</Placemark>`,
        '<Placemark><name>a line</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>',
      ),
    )
    expect(file).toMatchObject({ format: 'kml', crs: 'EPSG:4326' })
    expect(file.points).toEqual([
      { image: [10, 20.5], ground: [25.1, 54.2], enabled: true, note: "St. Anne's & <b>gate</b>", line: 3 },
      { image: [1, 2], ground: [25.1, 54.2], enabled: false, note: 'Castle & hill', line: 4 },
    ])
  })

  it('reads placemarks whose names have a prefix', () => {
    const plain = kml(
      `<Placemark><description>mill</description><ExtendedData>${data}</ExtendedData>${point}</Placemark>`,
    )
    const prefixed = plain.replace(/(<\/?)(?=[A-Za-z])/g, '$1k:').replace('xmlns=', 'xmlns:k=')
    expect(prefixed).toContain('<k:Placemark>')
    expect(read(prefixed)).toEqual(read(plain))
  })

  it('says that a place without an image point is no control point, and in which line', () => {
    expect(fault(kml(`<Placemark><name>Vilnius</name>${point}</Placemark>`))).toEqual({
      code: 'missingField',
      line: 3,
      field: 'pixelX',
    })
    expect(fault(kml())).toEqual({ code: 'empty' })
  })

  it('reads a hostile file in a moment', () => {
    const started = performance.now()
    for (const text of [
      `<kml>${'<Placemark>'.repeat(300_000)}\n`,
      `<kml><Placemark>${'<Data name='.repeat(300_000)}`,
      `<kml><Placemark><Point>${'<coordinates>'.repeat(250_000)}`,
      `<GCPList ${'<GCP x>'.repeat(400_000)}\n`,
      `<GCPList><GCP ${'a'.repeat(3_000_000)}>`,
      `<kml><Placemark>${'<Data a name="x">'.repeat(200_000)}</Placemark>`,
      `<kml><Placemark><Point><coordinates>1,2</coordinates></Point>${'<Data a name="x">'.repeat(200_000)}`,
      `<kml>${'<GroundOverlay>'.repeat(250_000)}`,
      `<kml>${'<GroundOverlay '.repeat(250_000)}>`,
    ])
      readGcpFile(text, SCAN)
    // A walk through the text takes milliseconds, one from each of its elements minutes.
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('reading a world file', () => {
  const text = '2.0\n0.5\n-0.25\n-3.0\n1000\n2000\n'

  it('places the corners of the scan, whose top-left pixel has its middle where the file says', () => {
    const file = read(text, SCAN)
    expect(file).toMatchObject({ format: 'world', crs: null })
    const place = (x: number, y: number) => [
      x,
      y,
      2 * (x - 0.5) - 0.25 * (y - 0.5) + 1000,
      0.5 * (x - 0.5) - 3 * (y - 0.5) + 2000,
    ]
    expect(pairs(file)).toEqual([place(0, 0), place(100, 0), place(100, 50), place(0, 50)])
  })

  it('cannot be read where the size of the scan is not known', () => {
    expect(fault(text)).toEqual({ code: 'needsScan' })
  })
})

describe('reading a GeoTransform of GDAL', () => {
  const transform = '  500.0, 2.0e+00, -0.25,  2000,  0.5, -3'
  const beside = (numbers: string) =>
    `<PAMDataset>\n  <SRS dataAxisToSRSAxisMapping="2,1">GEOGCS[&quot;WGS 84&quot;]</SRS>\n  <GeoTransform>${numbers}</GeoTransform>\n</PAMDataset>`
  const virtual = (width: number, height: number) =>
    `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><GeoTransform>${transform}</GeoTransform></VRTDataset>`
  const place = (x: number, y: number) => [x, y, 500 + 2 * x - 0.25 * y, 2000 + 0.5 * x - 3 * y]
  const corners = [place(0, 0), place(100, 0), place(100, 50), place(0, 50)]

  it('places the outer corners of the scan in the coordinate system that stands beside it', () => {
    const file = read(beside(transform), SCAN)
    expect(file).toMatchObject({ format: 'world', crs: 'GEOGCS["WGS 84"]' })
    expect(pairs(file)).toEqual(corners)
  })

  it('is read in a virtual raster of the size of the scan alone, which may name no system', () => {
    const file = read(virtual(100, 50), SCAN)
    expect(file.crs).toBeNull()
    expect(pairs(file)).toEqual(corners)
    const result = readGcpFile(virtual(50, 25), SCAN)
    expect(!result.ok && result.error).toEqual({ code: 'wrongValue', field: 'rasterXSize', value: '50' })
  })

  it('names what is missing, too much or no number, and says that it needs the scan', () => {
    const error = (numbers: string) => {
      const result = readGcpFile(beside(numbers), SCAN)
      return !result.ok && result.error
    }
    expect(error('1, 2, 3, 4, 5')).toMatchObject({ code: 'missingField', field: 'y per row' })
    expect(error('1, 2, 3, north, 5, 6')).toMatchObject({ code: 'notANumber', field: 'y', value: 'north' })
    expect(error('1, 2, 3, 4, 5, 6, 7')).toMatchObject({ code: 'wrongValue', field: 'GeoTransform' })
    expect(fault(beside(transform))).toEqual({ code: 'needsScan' })
  })
})

describe('files of programs whose formats are read only', () => {
  const SCAN = { width: 800, height: 600 }
  const readOn = (text: string) => {
    const result = readGcpFile(text, SCAN)
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    const { format, crs, points } = result.file
    return { format, crs, points: points.map(({ image, ground }) => [...image, ...ground]) }
  }

  it('reads POINTS of GRASS, whose rows count upwards from the lower edge of the scan', () => {
    const text = `#             image                target               status
#      east     north     east     north     (1=ok, 0=ignore)
#-----------------------------     -----------------------     ---------------
    200.5 450.0     582000.0 6064000.0      1
    600.0 100.0     586000.0 6060500.0      0
`
    expect(readOn(text)).toEqual({
      format: 'grass',
      crs: null,
      points: [
        [200.5, 150, 582000, 6064000],
        [600, 500, 586000, 6060500],
      ],
    })
    const result = readGcpFile(text, SCAN)
    expect(result.ok && result.file.points.map(({ enabled }) => enabled)).toEqual([true, false])
    expect(readGcpFile(text)).toEqual({ ok: false, error: { code: 'needsScan' } })
  })

  const ozi = (datum: string, ...points: string[]) =>
    [
      'OziExplorer Map Data File Version 2.2',
      'Plan',
      'plan.png',
      '1 ,Map Code,',
      `${datum},${datum},0.0,0.0,${datum}`,
      ...points,
    ].join('\r\n')

  it('reads the calibration of OziExplorer in degrees and in UTM, leaving out points that were not placed', () => {
    const degrees = ozi(
      'WGS 84',
      'Point01,xy,  145,  232,in, deg,  54, 40.5,N,  25, 15.0,E, grid,   ,           ,           ,N',
      'Point02,xy,  745,   32,in, deg,  33, 30.0,S,  70, 45.0,W, grid,   ,           ,           ,N',
      'Point03,xy,     ,     ,in, deg,    ,        ,N,    ,        ,W, grid,   ,           ,           ,N',
    )
    expect(readOn(degrees)).toEqual({
      format: 'ozi',
      crs: 'EPSG:4326',
      points: [
        [145, 232, 25.25, 54.675],
        [745, 32, -70.75, -33.5],
      ],
    })
    const grid = (half: string) =>
      ozi('WGS 84', `Point01,xy,10,20,in, deg, , ,N, , ,W, grid, 35, 582000, 6061000,${half}`)
    expect(readOn(grid('N'))).toEqual({
      format: 'ozi',
      crs: 'EPSG:32635',
      points: [[10, 20, 582000, 6061000]],
    })
    expect(readOn(grid('S')).crs).toBe('EPSG:32735')
    const pulkovo = ozi('Pulkovo 1942', 'Point01,xy,1,2,in, deg,54,0,N,25,0,E, grid,,,,N')
    expect(readOn(pulkovo).crs).toContain('Pulkovo 1942')
  })

  it('reads the points of a raster of MapInfo, and asks for a system that it does not know', () => {
    const table = (system: string) =>
      `!table\n!version 300\nDefinition Table\n  File "plan.png"\n  Type "RASTER"\n  (25.25,54.68) (145,232) Label "Pt 1",\n  (25.5,54.5) (745,532) Label "Gate"\n  CoordSys ${system}\n  Units "degree"\n`
    expect(readOn(table('Earth Projection 1, 104'))).toEqual({
      format: 'mapinfo',
      crs: 'EPSG:4326',
      points: [
        [145, 232, 25.25, 54.68],
        [745, 532, 25.5, 54.5],
      ],
    })
    expect(readOn(table('Earth Projection 8, 1001, "m", 27, 0, 1, 5500000, 0')).crs).toContain('Projection 8')
    const result = readGcpFile(table('Earth Projection 1, 104'))
    expect(result.ok && result.file.points.map(({ note }) => note)).toEqual([undefined, 'Gate'])
  })

  const kml = (shape: string) =>
    `<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><GroundOverlay><name>Plan</name><Icon><href>plan.png</href></Icon>${shape}</GroundOverlay></kml>`
  const box = (west: number, east: number, more = '') =>
    kml(
      `<LatLonBox><north>55</north><south>54</south><east>${east}</east><west>${west}</west>${more}</LatLonBox>`,
    )

  it('reads the corners of a ground overlay of KML: a box, a box across the date line, a quadrangle', () => {
    expect(readOn(box(25, 26))).toEqual({
      format: 'overlay',
      crs: 'EPSG:4326',
      points: [
        [0, 600, 25, 54],
        [800, 600, 26, 54],
        [800, 0, 26, 55],
        [0, 0, 25, 55],
      ],
    })
    expect(readOn(box(179, -179)).points[1]).toEqual([800, 600, 181, 54])
    const quad = kml(
      '<gx:LatLonQuad><coordinates>25,54 26,54.1 26.1,55,0 25.1,55.2 </coordinates></gx:LatLonQuad>',
    )
    expect(readOn(quad).points).toEqual([
      [0, 600, 25, 54],
      [800, 600, 26, 54.1],
      [800, 0, 26.1, 55],
      [0, 0, 25.1, 55.2],
    ])
  })

  it('reads each ground overlay of a KML that has several, by its picture, whatever the prefix of its elements', () => {
    const overlay = (href: string, west: number) =>
      `<k:GroundOverlay id="${href}"><k:Icon><k:href>${href}</k:href></k:Icon><k:LatLonBox><k:north>55</k:north><k:south>54</k:south><k:east>${west + 1}</k:east><k:west>${west}</k:west></k:LatLonBox></k:GroundOverlay>`
    const text = `<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Folder>${overlay('a.png', 25)}${overlay('b.png', 27)}</k:Folder></k:kml>`
    const result = readGcpFile(text, SCAN)
    expect(result.ok && result.maps.map(({ picture, points }) => [picture, points[0]?.ground])).toEqual([
      ['a.png', [25, 54]],
      ['b.png', [27, 54]],
    ])
    // It lays pictures and says nothing of a crop, so that one that stands is left.
    expect(result.ok && result.maps.some(({ placement }) => placement)).toBe(false)
  })

  it('reads an overlay beside placemarks that only mark places, and control points beside an overlay', () => {
    const laid = box(25, 26)
    const beside = (placemark: string) => laid.replace('<GroundOverlay>', `${placemark}<GroundOverlay>`)
    const point = '<Point><coordinates>25,54</coordinates></Point>'
    expect(readOn(beside(`<Placemark><name>Gate</name>${point}</Placemark>`)).format).toBe('overlay')
    const data =
      '<ExtendedData><Data name="pixelX"><value>1</value></Data><Data name="pixelY"><value>2</value></Data></ExtendedData>'
    expect(readOn(beside(`<Placemark>${data}${point}</Placemark>`))).toEqual({
      format: 'kml',
      crs: 'EPSG:4326',
      points: [[1, 2, 25, 54]],
    })
  })

  it('names the one of several overlays that cannot be read', () => {
    const overlay = (name: string, shape: string) =>
      `<GroundOverlay><Icon><href><![CDATA[maps/${name} & co.png]]></href></Icon>${shape}</GroundOverlay>`
    const north = '<LatLonBox><north>55</north><south>54</south><east>26</east><west>25</west></LatLonBox>'
    const turned = north.replace('</LatLonBox>', '<rotation>12.5</rotation></LatLonBox>')
    const fault = (shape: string) => {
      const result = readGcpFile(`<kml>${overlay('a', north)}${overlay('b', shape)}</kml>`, SCAN)
      return result.ok ? undefined : result.error
    }
    expect(fault(turned)).toEqual({
      code: 'wrongValue',
      field: 'rotation (maps/b & co.png)',
      value: '12.5',
    })
    expect(fault('')).toEqual({ code: 'missingField', field: 'LatLonBox (maps/b & co.png)' })
  })

  it('refuses a turned box, half a quadrangle and an overlay without a place, naming the field', () => {
    const fault = (text: string) => {
      const result = readGcpFile(text, SCAN)
      return result.ok ? undefined : result.error
    }
    expect(fault(box(25, 26, '<rotation>12.5</rotation>'))).toMatchObject({
      code: 'wrongValue',
      field: 'rotation',
    })
    expect(fault(kml('<gx:LatLonQuad><coordinates>25,54 26,54</coordinates></gx:LatLonQuad>'))).toMatchObject(
      {
        code: 'wrongValue',
        field: 'gx:LatLonQuad',
      },
    )
    expect(fault(kml(''))).toMatchObject({ code: 'missingField', field: 'LatLonBox' })
  })

  it('reads the links that ArcGIS saves beside a raster, upwards and downwards, as GDAL 3.6 does', () => {
    const aux = (sign: number) =>
      `<PAMDataset><Metadata domain="xml:ESRI"><GeodataXform><SpatialReference><WKT>GEOGCS[&quot;GCS_WGS_1984&quot;]</WKT></SpatialReference><SourceGCPs xsi:type="typens:ArrayOfDouble"><Double>200.5</Double><Double>${sign * 450}</Double><Double>600</Double><Double>${sign * 100}</Double></SourceGCPs><TargetGCPs><Double>25.5</Double><Double>54.25</Double><Double>26</Double><Double>55</Double></TargetGCPs></GeodataXform></Metadata></PAMDataset>`
    const points = [
      [200.5, 450, 25.5, 54.25],
      [600, 100, 26, 55],
    ]
    for (const sign of [1, -1])
      expect(readOn(aux(sign))).toEqual({ format: 'arcgis', crs: 'GEOGCS["GCS_WGS_1984"]', points })
  })

  it('reads the pairs of OldInsuranceMaps', () => {
    const feature = (image: number[], coordinates: number[]) => ({
      type: 'Feature',
      properties: { id: 'b2f1', image, username: 'ona', note: '' },
      geometry: { type: 'Point', coordinates },
    })
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [feature([145, 232], [25.25, 54.5]), feature([745, 32], [26, 55])],
    })
    expect(readOn(text)).toEqual({
      format: 'geojson',
      crs: 'EPSG:4326',
      points: [
        [145, 232, 25.25, 54.5],
        [745, 32, 26, 55],
      ],
    })
  })
})
