import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, describe } from 'vitest'
import { MAX_CONTROL_POINTS } from '../contract/constants.ts'
import { describeWithSharedData, sharedData } from '../tests/support/shared-data.ts'
import type { GcpFile, GcpFileError } from './gcp-file.ts'
import { readGcpFile } from './read-gcp-file.ts'

function read(text: string): GcpFile {
  const result = readGcpFile(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

function fault(text: string): GcpFileError {
  const result = readGcpFile(text)
  if (result.ok) throw new Error('expected an error')
  return result.error
}

const pairs = (file: GcpFile) => file.points.map(({ image, ground }) => [...image, ...ground])

describe('reading control-point files', () => {
  it('reads QGIS points with their coordinate system, switches and upward rows', () => {
    const file = read(
      '#CRS: EPSG:21781\r\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\r\n600000,200000,10.5,-20,1,0,0,0\r\n600100,200100,11,5,0,0,0,0\r\n',
    )
    expect(file).toMatchObject({ format: 'points', crs: 'EPSG:21781' })
    expect(pairs(file)).toEqual([
      [10.5, 20, 600000, 200000],
      [11, -5, 600100, 200100],
    ])
    expect(file.points.map(({ enabled, line }) => [enabled, line])).toEqual([
      [true, 3],
      [false, 4],
    ])
  })

  it('reads the older header of QGIS and one without the last columns', () => {
    expect(pairs(read('mapX,mapY,pixelX,pixelY,enable\n1,2,3,-4,1\n'))).toEqual([[3, 4, 1, 2]])
    expect(pairs(read('mapX,mapY,sourceX,sourceY\n1,2,3,-4\n'))).toEqual([[3, 4, 1, 2]])
  })

  it('takes longitude and latitude before other coordinates of a row, and a textual id as the note', () => {
    const file = read('id,px,py,x,y,lon,lat\nVilnius,10,20,583000,6061000,25.28,54.69\n2,30,40,1,2,25,54\n')
    expect(file.crs).toBe('EPSG:4326')
    expect(pairs(file)).toEqual([
      [10, 20, 25.28, 54.69],
      [30, 40, 25, 54],
    ])
    expect(file.points.map(({ note }) => note)).toEqual(['Vilnius', undefined])
  })

  it('reads x and y as the image where longitude and latitude stand beside them', () => {
    expect(pairs(read('x;y;lon;lat\n10;20;25,5;54,25\n'))).toEqual([[10, 20, 25.5, 54.25]])
  })

  it('reads quoted cells, a decimal comma after semicolons, and a byte-order mark', () => {
    const file = read('\uFEFFpx;py;x;y;note\n1,5;2;3;4;"Old ""Kowno""; bridge"\n')
    expect(pairs(file)).toEqual([[1.5, 2, 3, 4]])
    expect(file.points[0]?.note).toBe('Old "Kowno"; bridge')
  })

  it('reads tables without a header: ArcGIS by comma and tab, GDAL by spaces', () => {
    expect(pairs(read('1,3899,-6412,9.93,53.58\n2,6584,-819,25.41,71.09\n'))).toEqual([
      [3899, 6412, 9.93, 53.58],
      [6584, 819, 25.41, 71.09],
    ])
    expect(pairs(read('3899\t-6412\t9.93\t53.58\n'))).toEqual([[3899, 6412, 9.93, 53.58]])
    expect(pairs(read('3899 6412 9.93 53.58\n1 2 3 4\n'))).toEqual([
      [3899, 6412, 9.93, 53.58],
      [1, 2, 3, 4],
    ])
    expect(pairs(read('3899 6412 9.93 53.58 120.5\n'))).toEqual([[3899, 6412, 9.93, 53.58]])
  })

  it('reads the -gcp options of a GDAL command', () => {
    const file = read(
      'gdal_translate -a_srs "EPSG:3346" \\\n -gcp 1 2 500000 6000000 \\\n -gcp 3.5 4 500100 6000100 77 in.tif out.tif\n',
    )
    expect(file).toMatchObject({ format: 'txt', crs: 'EPSG:3346' })
    expect(pairs(file)).toEqual([
      [1, 2, 500000, 6000000],
      [3.5, 4, 500100, 6000100],
    ])
  })

  it('reads the GCPList of a virtual raster with its escaped coordinate system', () => {
    const file = read(
      '<VRTDataset>\n<GCPList Projection="GEOGCS[&quot;WGS 84&quot;]">\n<GCP Id="1" Info="tower &amp; gate" Pixel="0.5" Line="11.5" X="-1.2E+02" Y="4.8E+01" Z="8" />\n</GCPList></VRTDataset>',
    )
    expect(file).toMatchObject({ format: 'vrt', crs: 'GEOGCS["WGS 84"]' })
    expect(pairs(file)).toEqual([[0.5, 11.5, -120, 48]])
    expect(file.points[0]).toMatchObject({ note: 'tower & gate', line: 3 })
  })

  it('reads the body of a transform request and a bare list of Allmaps', () => {
    const transform = { mapPoints: [[1, 2]], imagePoints: [{ pixelX: 3, pixelY: 4 }], disabled: [0] }
    expect(read(JSON.stringify(transform))).toMatchObject({ crs: 'EPSG:3857', points: [{ enabled: false }] })
    expect(pairs(read(JSON.stringify({ gcps: [{ resource: [3, 4], geo: [25, 54] }] })))).toEqual([
      [3, 4, 25, 54],
    ])
  })

  it.each<[string, string, GcpFileError]>([
    ['an empty text', ' \n ', { code: 'empty' }],
    ['a header alone', 'px,py,x,y\n', { code: 'empty' }],
    [
      'a word for a number',
      'px,py,x,y\n1,2,3,4\n1,2,3,four\n',
      { code: 'notANumber', line: 3, field: 'y', value: 'four' },
    ],
    [
      'a number too large to hold',
      'px,py,x,y\n1e999,2,3,4',
      { code: 'notANumber', line: 2, field: 'px', value: '1e999' },
    ],
    ['a missing cell', 'px,py,x,y\n1,2,3', { code: 'missingField', line: 2, field: 'y' }],
    ['a cell too many', 'px,py,x,y\n1,2,3,4,5', { code: 'wrongColumnCount', line: 2, value: '5' }],
    ['a missing column', 'id,px,x,y\n1,2,3,4', { code: 'missingField', line: 1, field: 'py' }],
    ['too few columns', '1 2 3\n', { code: 'wrongColumnCount', line: 1, value: '3' }],
    [
      'a switch that says maybe',
      'px,py,x,y,enabled\n1,2,3,4,maybe',
      { code: 'notAFlag', line: 2, field: 'enabled', value: 'maybe' },
    ],
    [
      'two coordinate systems',
      'px,py,x,y,crs\n1,2,3,4,2154\n1,2,3,4,3857',
      { code: 'mixedCrs', line: 3, field: 'crs', value: '3857' },
    ],
    ['a letter', 'Dear Aunt, all is well here.', { code: 'unknownFormat' }],
    ['a half option', '-gcp 1 2 3', { code: 'missingField', line: 1, field: 'y' }],
    ['broken JSON', '{"points": [', { code: 'badJson' }],
    ['JSON of another kind', '{"type": "Topology"}', { code: 'unknownFormat' }],
    ['unequal lists', '{"mapPoints": [[1, 2]], "imagePoints": []}', { code: 'unequalLists', value: '1, 0' }],
    [
      'a JSON text for a number',
      '{"points": [{"pixelX": "1", "pixelY": 2, "x": 3, "y": 4}]}',
      { code: 'notANumber', field: 'points[0].pixelX', value: '1' },
    ],
    ['another XML', '<svg/>', { code: 'unknownFormat' }],
    ['bytes', 'II*\0\0', { code: 'unknownFormat' }],
    ['too many points', '1 2 3 4\n'.repeat(2001), { code: 'tooManyPoints', value: '2001' }],
  ])('names what is wrong with %s', (_, text, expected) => {
    expect(fault(text)).toEqual(expected)
  })

  it('stays quick on hostile text', () => {
    const started = performance.now()
    for (const text of [
      '"'.repeat(50_000),
      '['.repeat(50_000),
      '<GCPList '.repeat(20_000),
      `${'1,'.repeat(50_000)}1`,
    ])
      readGcpFile(text)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

it('reads as many points as a map may have, and says how many there are where it is one more', () => {
  const file = (count: number) =>
    ['mapX,mapY,sourceX,sourceY,enable', ...Array.from({ length: count }, (_, n) => `${n},1,${n},-1,1`)].join(
      '\n',
    )
  expect(read(file(MAX_CONTROL_POINTS)).points).toHaveLength(MAX_CONTROL_POINTS)
  expect(fault(file(MAX_CONTROL_POINTS + 1))).toEqual({ code: 'tooManyPoints', value: '2001' })
})

describeWithSharedData('reading real control-point files', () => {
  const filesUnder = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))

  it('reads all 458 QGIS files of Paris: as many points as lines, the switched-off ones kept', () => {
    const files = filesUnder(sharedData('paris-qgis-points', 'points'))
    expect(files).toHaveLength(458)
    const counts = new Map(
      readFileSync(sharedData('paris-qgis-points', 'index.csv'), 'utf8')
        .split('\n')
        .slice(1)
        .map((row) => row.split(','))
        .map(([file = '', enabled, all]) => [file, [Number(enabled), Number(all)]]),
    )
    let compared = 0
    for (const path of files) {
      const file = read(readFileSync(path, 'utf8'))
      expect(file.crs).toMatch(/^(PROJCRS|GEOGCRS)\[/)
      const count = counts.get(path.slice(path.indexOf('/points/') + 8))
      if (!count) continue
      compared++
      const found = [file.points.filter(({ enabled }) => enabled).length, file.points.length]
      expect({ path, found }).toEqual({ path, found: count })
    }
    expect(compared).toBeGreaterThan(300)
  })

  it('reads the files of Allmaps in GDAL, QGIS and ArcGIS form as the same five points', () => {
    const folder = sharedData('allmaps-vectors', 'cli', 'input', 'gcps')
    const names = ['gcps-gdal.txt', 'gcps-qgis.points', 'gcps-arcgis-csv.csv', 'gcps-arcgis-tsv.txt']
    const [first, ...others] = names.map((name) => pairs(read(readFileSync(join(folder, name), 'utf8'))))
    expect(first).toHaveLength(5)
    for (const other of others) expect(other).toEqual(first)
  })

  it('reads every control-point file of the other sets', () => {
    const files = [
      ...filesUnder(sharedData('allmaps-vectors', 'cli', 'input', 'gcps')),
      ...filesUnder(sharedData('allmaps-vectors', 'cli', 'output', 'gcps')),
      ...['basel-1798', 'mtb-aalen-76mp', 'saxony-weimar-107mp', 'sanborn-new-iberia-1885'].flatMap((set) => [
        sharedData(set, 'gcps.csv'),
        sharedData(set, 'gcps.points'),
      ]),
      sharedData('mtb-aalen-76mp', 'memel_sheet_gcps.csv'),
      ...['synthetic-lithuania', 'synthetic-minsk'].flatMap((set) =>
        ['gcps_exact.csv', 'gcps_exact.points', 'gcps_clicked_2px.csv', 'gcps_with_blunders.csv'].map(
          (name) => sharedData(set, name),
        ),
      ),
      sharedData('tiff-samples', 'rasterio', 'RGB.byte.gcp.vrt'),
      sharedData('tiff-samples', 'rasterio', 'white-gemini-iv.vrt'),
    ]
    const tooShort = files.filter((path) => read(readFileSync(path, 'utf8')).points.length < 3)
    expect(tooShort).toEqual([])
    expect(files.length).toBeGreaterThan(30)
  })

  it('reads the same image points from a CSV and from the QGIS file beside it', () => {
    for (const set of ['basel-1798', 'synthetic-lithuania']) {
      const [csv, points] =
        set === 'basel-1798' ? ['gcps.csv', 'gcps.points'] : ['gcps_exact.csv', 'gcps_exact.points']
      const image = (name: string) =>
        read(readFileSync(sharedData(set, name), 'utf8')).points.map((p) => p.image)
      expect(image(points ?? '')).toEqual(image(csv ?? ''))
    }
  })
})

describe('decimal commas', () => {
  const expected = [
    [200.5, 150.25, 2808599.1, 7305199.4],
    [600.75, 450.5, 2815282.4, 7300173.5],
  ]
  const rows = ['200,5|150,25|2808599,1|7305199,4', '600,75|450,5|2815282,4|7300173,5']
  const table = (delimiter: string) => rows.map((row) => row.replaceAll('|', delimiter)).join('\n')

  it.each([
    ['tabs', '\t'],
    ['semicolons', ';'],
    ['bars', '|'],
    ['spaces', ' '],
  ])('are read between %s, with and without a header', (_, delimiter) => {
    expect(pairs(read(table(delimiter)))).toEqual(expected)
    const header = ['pixelX', 'pixelY', 'X', 'Y'].join(delimiter)
    expect(pairs(read(`${header}\n${table(delimiter)}`))).toEqual(expected)
  })

  it('are read in quoted cells between commas, as spreadsheets write them', () => {
    const quoted = rows.map((row) => `"${row.replaceAll('|', '","')}"`).join('\n')
    expect(pairs(read(quoted))).toEqual(expected)
  })

  it('are read in links of ArcGIS, with a title and ids as well, and their rows are turned', () => {
    const links = '200,5\t-150,25\t2808599,1\t7305199,4\n600,75\t-450,5\t2815282,4\t7300173,5\n'
    const withIds = links
      .trim()
      .split('\n')
      .map((row, index) => `${index + 1}\t${row}`)
      .join('\n')
    for (const text of [links, withIds, `Link Table\n${links}`]) {
      expect(read(text).format).toBe('links')
      expect(pairs(read(text))).toEqual(expected)
    }
  })

  it('are read in a world file', () => {
    const result = readGcpFile('16,5\n0\n0\n-16,25\n2805259,5\n7307704,25\n', { width: 800, height: 600 })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    expect(result.file.points[0]?.ground).toEqual([2805259.5 - 8.25, 7307704.25 + 8.125])
  })

  it.each([
    ['no-break spaces', '2\u00A0808\u00A0599,1', '7\u00A0305\u00A0199,4'],
    ['narrow spaces', '2\u202F808\u202F599.1', '7\u202F305\u202F199.4'],
    ['apostrophes', "2'808'599.1", '7’305’199.4'],
    ['points', '2.808.599,1', '7.305.199,4'],
    ['commas', '2,808,599.1', '7,305,199.4'],
  ])('are told from thousands that are parted by %s', (_, x, y) => {
    expect(pairs(read(`px;py;x;y\n200,5;150,25;${x};${y}\n`))).toEqual([
      [200.5, 150.25, 2808599.1, 7305199.4],
    ])
    expect(pairs(read(`px;py;x;y\n200,5;150,25;${x};\u2212${y}\n`))[0]?.[3]).toBe(-7305199.4)
  })

  it('are read in tables as spreadsheets save them: their delimiter told first, empty rows and cells at the end', () => {
    const rows = ['200,5;150,25;2808599,1;7305199,4', ';;;', '600,75;450,5;2815282,4;7300173,5;;']
    expect(pairs(read(`sep=;\r\npx;py;x;y\r\n${rows.join('\r\n')}\r\n`))).toEqual(expected)
    expect(fault('px;py;x;y\n1;2;3;4;5\n')).toMatchObject({ code: 'wrongColumnCount', line: 2 })
  })

  it('are not guessed where the comma may part thousands', () => {
    expect(fault('px\tpy\tx\ty\n1,234\t5\t25.5\t54.5\n')).toMatchObject({
      code: 'notANumber',
      value: '1,234',
    })
    expect(fault('px,py,x,y\n"1,234",5,"250,100",6\n')).toMatchObject({ code: 'notANumber', value: '1,234' })
    expect(pairs(read('px\tpy\tlon\tlat\n200,500\t5\t25,280\t54,680\n'))).toEqual([[200.5, 5, 25.28, 54.68]])
  })
})

describeWithSharedData('files with decimal commas of other programs', () => {
  it.each(['tab.txt', 'arcgis-links.txt', 'semicolon.csv'])('reads %s', (name) => {
    const file = read(readFileSync(sharedData('outside-cases', 'decimal-comma', name), 'utf8'))
    expect(pairs(file)[0]).toEqual([200.5, 150.25, 2808599.1017, 7305199.3983])
  })

  it('reads the world file', () => {
    const text = readFileSync(sharedData('outside-cases', 'decimal-comma', 'scan.jgw'), 'utf8')
    const result = readGcpFile(text, { width: 800, height: 600 })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    // gdaltransform (GDAL 3.6.2) puts the middle of the scan there.
    const [x = 0, y = 0] = [0, 1].map((axis) =>
      result.file.points.reduce((sum, { ground }) => sum + (ground[axis] ?? 0) / 4, 0),
    )
    expect([x, y]).toEqual([expect.closeTo(2811930.337, 2), expect.closeTo(7302694.795, 2)])
  })
})
