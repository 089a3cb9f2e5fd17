import { describe, expect, it } from 'vitest'
import { updateBodyOf } from '../../map-record/form/map-form-values.ts'
import { UnreadableTable } from '../table-file/table-cells.ts'
import { readScanTable, tableTemplate } from './scan-table.ts'
import { planUpload } from './upload-plan.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const always = () => true
const noFault = () => undefined

describe('a table of scans', () => {
  it('is read with commas, semicolons and tabs, quotes, and other names of its columns', () => {
    for (const mark of [',', ';', '\t']) {
      const text = [
        ['File name', 'Title', 'Author', 'Scale', 'Public', 'Colour'],
        ['a.tif', '"Plan, ""the"" first;\nof two"', 'Jonas', '1 : 50 000', 'taip', 'red'],
        ['', '', '', '', '', ''],
        ['b.tif', 'Antras', '', '25000', 'no', ''],
      ].map((row) => row.join(mark))
      const { lines, unknown } = readScanTable(bytes(`\uFEFF${text.join('\r\n')}`))
      expect(lines.map(({ row }) => row)).toEqual([2, 4])
      expect(lines[0]?.values).toMatchObject({
        title: 'Plan, "the" first;\nof two',
        creator: 'Jonas',
        scaleNumerator: '1',
        scaleDenominator: '50000',
        isPublic: true,
      })
      expect(lines[1]?.values).toMatchObject({ scaleDenominator: '25000', isPublic: false })
      expect(unknown).toEqual(['Colour'])
    }
  })

  it('says why it cannot be read', () => {
    const faultOf = (content: ArrayBuffer) => {
      try {
        readScanTable(content)
      } catch (error) {
        if (error instanceof UnreadableTable) return error.fault
        throw error
      }
      return null
    }
    expect(faultOf(new Uint8Array([0x66, 0x69, 0x6c, 0x65, 0x2c, 0xfe, 0x0a]).buffer)).toBe('notUtf8')
    expect(faultOf(bytes('file,title\r\n'))).toBe('empty')
    expect(faultOf(bytes('title,year\nPlan,1800\n'))).toBe('noKeyColumn')
    expect(faultOf(bytes(`file,title\n${'x'.repeat(4_000_001)},\n`))).toBe('tooLong')
  })

  it('gives the sides of a sheet, from which its place is known before it is placed', () => {
    const { lines } = readScanTable(bytes('file;N;W;E;S\na.tif;55°30′;24;25;55\nb.tif;;;;\n'))
    expect(lines.map(({ values, unread }) => [values.sheetBounds, unread])).toEqual([
      ['N 55.5 W 24 E 25 S 55', []],
      ['', []],
    ])
  })

  it('has a template that is read again', () => {
    const template = tableTemplate([{ name: 'a, b.tif', title: 'A b' }])
    expect(readScanTable(bytes(template)).lines).toMatchObject([
      { file: 'a, b.tif', values: { title: 'A b' } },
    ])
    const example = readScanTable(bytes(tableTemplate([])))
    const planned = planUpload([file('sheet-12.tif')], example, always, noFault)
    expect(planned.map(({ faults }) => faults)).toEqual([[]])
    expect(example.unknown).toEqual([])
  })
})

describe('the plan of an upload', () => {
  it('understands common spellings of licences and years as spreadsheets write them, and says what a stretch of years is', () => {
    const row = (line: string) => {
      const [scan] = planUpload(
        [file('a.tif')],
        readScanTable(bytes(`file,licence,year\na.tif,${line}\n`)),
        always,
        noFault,
      )
      return [scan && updateBodyOf(scan.values), JSON.stringify(scan?.faults)] as const
    }
    expect(row('public domain,1890.0')).toEqual([
      expect.objectContaining({ licence: 'PDM-1.0', year: 1890 }),
      '[]',
    ])
    expect(row('CC BY 4.0,')[0]).toMatchObject({ licence: 'CC-BY-4.0' })
    expect(row('CC BY,')[1]).toContain('unknownLicence')
    expect(row(',1888-1890')[1]).toContain('yearSpan')
    expect(row(',1890.5')[1]).toContain('invalidYear')
  })

  it('takes what says that there is no date as none, and sends it', () => {
    for (const word of ['undated', 'N.d.', 's. a.', '[S.a.]', 'be datos', 'Nedatuota']) {
      const table = readScanTable(bytes(`file,year,date\na.tif,${word},${word}\n`))
      const [scan] = planUpload([file('a.tif')], table, () => false, noFault)
      expect(scan?.faults, word).toEqual([])
      expect(scan && updateBodyOf(scan.values), word).toMatchObject({ year: null, date: null })
    }
  })

  const table = (text: string) => readScanTable(bytes(text))

  it('joins scans to their rows by name, and names the others after their files', () => {
    const said = table('file,title,year\nmaps/Ž.TIF,First,1800\n,,\nb.png,,\n')
    const planned = planUpload([file('c_d.jpg'), file('b.png'), file('z\u030C.tif')], said, always, noFault)
    expect(planned.map(({ name, row, values, faults }) => [name, row, values.title, faults])).toEqual([
      ['maps/Ž.TIF', 2, 'First', []],
      ['b.png', 4, 'b', []],
      ['c_d.jpg', null, 'c d', []],
    ])
    expect(planned[0]?.file?.name).toBe('z\u030C.tif')
  })

  it('says of each row what is wrong with it', () => {
    const said = table(
      'file,year,scale,public,date\na.tif,18th,,,\na.tif,,,,\ngone.tif,,,,\ntwo.tif,,,,\nb.tif,,1:x,maybe,?\n',
    )
    const planned = planUpload(
      [file('a.tif'), file('two.tif'), file('two.tif'), file('b.tif'), file('none.tif', 0)],
      said,
      () => false,
      ({ size }) => (size === 0 ? 'empty' : undefined),
    )
    expect(planned.map(({ row, faults }) => [row, faults])).toEqual([
      [2, [expect.objectContaining({ kind: 'field', field: 'year' })]],
      [3, [{ kind: 'twice', row: 2 }]],
      [4, [{ kind: 'noScan' }]],
      [5, [{ kind: 'twoScans' }]],
      [
        6,
        [
          { kind: 'unread', column: 'public' },
          { kind: 'unread', column: 'scale' },
          expect.objectContaining({ kind: 'field', field: 'date' }),
        ],
      ],
      [null, [{ kind: 'file', fault: 'empty' }]],
    ])
  })
})
