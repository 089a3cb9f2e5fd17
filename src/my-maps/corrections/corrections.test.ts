import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { LICENCE_NAMES } from '../../../contract/rights.ts'
import { mapFieldsSchema } from '../../../contract/rules/map-fields.ts'
import { EMPTY_MAP_FORM } from '../../map-record/form/map-form-values.ts'
import { mapOf } from '../../../tests/components/fake-library.ts'
import { readCorrections, writeMapList } from './corrections-table.ts'
import { versionOf } from './map-version.ts'
import { inParts, NO_ANSWERS, planCorrections } from './plan-corrections.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const listOf = (maps: readonly MapSummary[]) =>
  [...writeMapList(maps, ({ id }) => `https://maps.example.org/m/${id}`)].join('')
const planOf = (text: string, maps: readonly MapSummary[], answered = NO_ANSWERS) =>
  planCorrections(readCorrections(bytes(text)).rows, maps, (date) => date !== '?', answered)

/** Texts that are likely to be broken on the way: formulas, quotes, marks that part cells, line ends, other letters. */
const text = fc
  .array(
    fc.constantFrom(
      "'",
      '=',
      '+',
      '-',
      '@',
      '"',
      ',',
      ';',
      '\t',
      '|',
      '\r',
      '\n',
      '#',
      ' ',
      'a',
      'ž',
      '\uFEFF',
      '1',
      '地',
    ),
  )
  .map((letters) => letters.join(''))
const map = fc
  .record({ title: text, creator: text, description: text, shelfmark: text, attribution: text })
  .map((texts) => ({ ...texts, title: `${texts.title}t` }))
  // As the server stores them.
  .map((texts) => mapFieldsSchema.parse(texts))
  .chain((texts) =>
    fc
      .record({
        year: fc.option(fc.integer({ min: 1, max: 2100 })),
        licence: fc.option(fc.constantFrom(...LICENCE_NAMES)),
        isPublic: fc.boolean(),
      })
      .map(({ year, licence, isPublic }) =>
        mapOf('Sheet', {
          titles: { title: texts.title, modernTitle: null, alternativeTitle: null },
          creator: texts.creator ?? null,
          description: texts.description ?? null,
          shelfmark: texts.shelfmark ?? null,
          attribution: texts.attribution ?? null,
          years: { year, period: { startYear: null, endYear: null }, date: null },
          scale: { numerator: '1', denominator: '8400' },
          licence,
          isPublic,
        }),
      ),
  )

describe('the list of maps as CSV', () => {
  it('comes back exactly: nothing is changed by reading what was written', () => {
    fc.assert(
      fc.property(fc.array(map, { minLength: 1, maxLength: 5 }), (some) => {
        const maps = some.map((one, at) => ({ ...one, id: `m${at}` }))
        const plan = planOf(listOf(maps), maps)
        expect(plan).toEqual({ planned: [], unchanged: maps.length })
        const { rows } = readCorrections(bytes(listOf(maps)))
        expect(rows.map(({ values }) => values.description?.replace(/\r\n?/g, '\n'))).toEqual(
          maps.map(({ description }) => (description ?? '').replace(/\r\n?/g, '\n')),
        )
      }),
    )
  })

  it('guards what a spreadsheet program would calculate, and only that', () => {
    const formulas = ['=1+1', '+370', '-1', '@sum', "'=1", "''-"]
    const maps = formulas.map((creator, at) => ({ ...mapOf(`Sheet ${at}`), creator }))
    const list = listOf([...maps, { ...mapOf('Sheet 9'), creator: "'s-Gravenhage" }])
    for (const formula of formulas) expect(list).toContain(`,'${formula},`)
    expect(list).toContain(",'s-Gravenhage,")
    expect(readCorrections(bytes(list)).rows.map(({ values }) => values.creator)).toEqual([
      ...formulas,
      "'s-Gravenhage",
    ])
  })

  it('is read as a spreadsheet program with decimal commas saves it', () => {
    const sheet = { ...mapOf('Sheet 1'), years: { ...mapOf('Sheet').years, year: 1890 }, dpi: '300' }
    const text = 'id;title;year;dpi;description\r\nsheet-1;Sheet 1, "second";1890,0;300,0;"a;b\nc"\r\n'
    const { planned } = planOf(text, [sheet])
    expect(planned.map(({ fields }) => fields)).toEqual([
      [
        { field: 'title', from: 'Sheet 1', to: 'Sheet 1, "second"' },
        { field: 'description', from: '', to: 'a;b\nc' },
      ],
    ])
  })
})

describe('the sides of sheets', () => {
  const placed = mapOf('Sheet 1', { sheetBounds: 'N 55.5 W -24.25 E 25 S 55' })

  it('stand in columns of their own, and come back exactly', () => {
    const list = listOf([placed, mapOf('Sheet 2')])
    expect(list.split('\r\n')[0]).toContain(',north,west,east,south,')
    expect(list).toContain(",55.5,'-24.25,25,55,")
    expect(planOf(list, [placed, mapOf('Sheet 2')])).toEqual({ planned: [], unchanged: 2 })
  })

  it('are corrected as catalogues write them, and a wrong one is named', () => {
    const { planned } = planOf('id;N;W;E;S\nsheet-1;55,5;24°00′;25 E;55\n', [placed])
    expect(planned).toMatchObject([
      {
        faults: [],
        fields: [{ field: 'sheetBounds', from: placed.sheetBounds, to: 'N 55.5 W 24 E 25 S 55' }],
        changes: {
          sheetBounds: 'N 55.5 W 24 E 25 S 55',
          before: { sheetBounds: placed.sheetBounds },
        },
      },
    ])
    const [wrong] = planOf('id,N,W,E,S\nsheet-1,55.5,24,,155\n', [placed]).planned
    expect(wrong).toMatchObject({
      fields: [],
      faults: [
        { kind: 'unread', column: 'east' },
        { kind: 'unread', column: 'south' },
      ],
    })
  })

  it('change no version of a map that has none', () => {
    const values = { ...EMPTY_MAP_FORM, title: 'Sheet 2' }
    expect(versionOf(values)).toBe('vcda4cf31')
    expect(versionOf({ ...values, sheetBounds: placed.sheetBounds! })).not.toBe('vcda4cf31')
  })
})

describe('corrections by a table', () => {
  const sheet = mapOf('Sheet 1', { creator: 'Somebody', licence: 'CC0-1.0', shelfmark: 'F. 1' })

  it('clear what is empty, and leave what has no column', () => {
    const { planned } = planOf('id,creator,licence\nSHEET-1,,public domain\n', [sheet])
    expect(planned).toMatchObject([
      {
        row: 2,
        title: 'Sheet 1',
        isStale: false,
        faults: [],
        changes: {
          creator: null,
          licence: 'PDM-1.0',
          before: { creator: 'Somebody', licence: 'CC0-1.0' },
        },
      },
    ])
  })

  it('are matched by the name of the scan where there is no id, and one map alone has it', () => {
    const maps = [
      mapOf('Sheet 1', { scanName: 'Žemėlapis 1.TIF' }),
      mapOf('Sheet 2', { scanName: 'twice.tif' }),
      mapOf('Sheet 3', { scanName: 'TWICE.tif' }),
      mapOf('Sheet 4'),
    ]
    const text = [
      'id,file,creator',
      ',scans/žemėlapis 1.tif,A',
      ',twice.tif,B',
      ',none.tif,C',
      ',,D',
      // Its id says more than the name.
      'sheet-4,twice.tif,E',
      'sheet-1,,F',
    ].join('\n')
    const { planned } = planOf(text, maps)
    expect(planned.map(({ title, id, faults }) => [title ?? id, faults])).toEqual([
      ['Sheet 1', []],
      ['twice.tif', [{ kind: 'severalScans', count: 2 }]],
      ['none.tif', [{ kind: 'noScan' }]],
      ['', [{ kind: 'noId' }]],
      ['Sheet 4', []],
      ['Sheet 1', [{ kind: 'twice', row: 2 }]],
    ])
    expect(planOf('file,creator\nžemėlapis 1.tif,A\n', maps).planned).toMatchObject([
      { title: 'Sheet 1', faults: [], changes: { creator: 'A' } },
    ])
  })

  it('say of each row what is wrong with it', () => {
    const claimed = mapOf('Claimed', {
      assigned: {
        to: { id: 'u', _id: 'u', username: 'Jonas' },
        expireAt: '2030-01-01T00:00:00Z',
        isDone: false,
        isTransformed: false,
      },
    })
    const plain = mapOf('Plain')
    const text = [
      'id,title,year,licence,public,scale,startYear,endYear,date',
      ',No id,,,no,,,,',
      'gone,Gone,,,no,,,,',
      `claimed,Other,,,no,,,,`,
      `sheet-1,,18th,CC BY,,1:x,1900,1800,?`,
      `sheet-1,Again,,,no,,,,`,
      `plain,${'x'.repeat(256)},,CC BY,no,,,,`,
    ].join('\n')
    const { planned } = planOf(text, [sheet, claimed, plain])
    expect(
      planned.map(({ row, faults }) => [
        row,
        faults.map((fault) =>
          'column' in fault ? fault.column : 'key' in fault ? `${fault.field} ${fault.key}` : fault.kind,
        ),
      ]),
    ).toEqual([
      [2, ['noId']],
      [3, ['unknown']],
      [4, ['claimed']],
      [
        5,
        expect.arrayContaining([
          'public',
          'scale',
          'title errors.fields.required',
          'year errors.fields.invalidYear',
          'licence errors.fields.unknownLicence',
          'date errors.fields.unknownDate',
        ]),
      ],
      [6, ['twice']],
      [7, ['title errors.fields.tooLong', 'licence errors.fields.unknownLicence']],
    ])
    expect(planOf('id,startYear,endYear\nplain,1900,1800\n', [plain]).planned[0]?.faults).toMatchObject([
      { field: 'endYear', key: 'errors.fields.startAfterEnd' },
    ])
  })

  it('mark maps that were changed since the list was exported', () => {
    const edited = listOf([sheet]).replace('F. 1', 'F. 2')
    expect(planOf(edited, [sheet]).planned).toMatchObject([{ isStale: false }])
    expect(planOf(edited, [{ ...sheet, creator: 'Somebody else' }]).planned).toMatchObject([
      { isStale: true },
    ])
    // Both came to the same.
    expect(planOf(edited, [{ ...sheet, shelfmark: 'F. 2' }])).toEqual({ planned: [], unchanged: 1 })
  })

  it('carry what the server has refused', () => {
    const text = 'id,creator\nsheet-1,B\n'
    const refused = new Map([['sheet-1', 'Not now.']])
    expect(planOf(text, [sheet], { ...NO_ANSWERS, refused }).planned[0]?.faults).toEqual([
      { kind: 'refused', text: 'Not now.' },
    ])
    const overtaken = new Set(['sheet-1'])
    expect(planOf(text, [sheet], { ...NO_ANSWERS, overtaken }).planned[0]).toMatchObject({
      isStale: true,
      faults: [],
    })
  })

  it('go in parts that one request can hold', () => {
    const rows = Array.from({ length: 501 }, (_, at) => `sheet-${at},New`)
    const maps = rows.map((_, at) => mapOf(`Sheet ${at}`))
    const short = planOf(`id,creator\n${rows.join('\n')}\n`, maps).planned
    expect(inParts(short, 500).map(({ length }) => length)).toEqual([500, 1])
    const long = short.map((one) => ({ ...one, changes: { description: 'x'.repeat(300_000) } })).slice(0, 5)
    expect(inParts(long, 500).map(({ length }) => length)).toEqual([2, 2, 1])
  })
})
