import { describe, expect, it } from 'vitest'
import { UsageError } from './warp-arguments.ts'
import { readWarpList } from './warp-list.ts'

const DEFAULTS = { exact: false, sharp: false, threads: 2, encoding: 'jpeg' }

describe('the list of a batch', () => {
  it('gives each map its own options before those of the command line', () => {
    const text =
      '\uFEFFout,scan,gcps,encoding,title,to\r\na.tif,a.jpg,a.points,,"Vilnius, 1600",\r\n\r\n/b.tif,b.png,b.csv,deflate,,EPSG:3346\r\n'
    expect(readWarpList(text, DEFAULTS, '/lists')).toMatchObject([
      {
        scanPath: '/lists/a.jpg',
        gcpsPath: '/lists/a.points',
        outPath: '/lists/a.tif',
        encoding: 'jpeg',
        title: 'Vilnius, 1600',
      },
      { scanPath: '/lists/b.png', outPath: '/b.tif', encoding: 'deflate', threads: 2, to: 'EPSG:3346' },
    ])
  })

  it('reads semicolons, and quotes that hold quotes and line ends', () => {
    const text = 'scan;gcps;out;title\na.jpg;a.csv;a.tif;"The ""old""\nharbour; north"'
    expect(readWarpList(text, DEFAULTS, '/')[0]?.title).toBe('The "old"\nharbour; north')
  })

  it.each<[string, string, string]>([
    ['an empty list', '', 'the list is empty'],
    ['a header alone', 'scan,gcps,out\n', 'names no map'],
    ['a column it does not know', 'scan,gcps,out,colour\na,b,c.tif,red', 'unknown columns: colour'],
    ['a line without its output', 'scan,gcps,out\na,b,c.tif\na,b', 'line 3: out is missing'],
    ['a line that is too long', 'scan,gcps,out\na,b,c.tif,d', 'line 2 has more cells'],
    ['a wrong word', 'scan,gcps,out,type\na,b,c.tif,bent', 'line 2: there is no type bent'],
    ['two maps in one file', 'scan,gcps,out\na,b,c.tif\nd,e,./c.tif', 'lines 2 and 3 both write /l/c.tif'],
    ['an open quote', 'scan,gcps,out\na,"b,c.tif', 'line 2: a quote is not closed'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readWarpList(text, DEFAULTS, '/l')).toThrow(UsageError)
    expect(() => readWarpList(text, DEFAULTS, '/l')).toThrow(message)
  })
})
