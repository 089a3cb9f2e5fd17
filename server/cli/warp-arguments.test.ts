import { describe, expect, it } from 'vitest'
import { parseWarpArguments, UsageError } from './warp-arguments.ts'

const FILES = ['scan.jpg', 'points.csv', 'out.tif']

describe('the command line of the warp command', () => {
  it('takes three files from the folder of the user and fills in the defaults', () => {
    const parsed = parseWarpArguments(FILES, '/maps')
    expect(parsed).toMatchObject({
      kind: 'one',
      job: {
        scanPath: '/maps/scan.jpg',
        gcpsPath: '/maps/points.csv',
        outPath: '/maps/out.tif',
        transformationType: 'TPS',
        resampling: 'bilinear',
        encoding: 'webp',
        exact: false,
        sharp: false,
      },
    })
  })

  it('reads every option, whatever its case and position', () => {
    const options =
      '--type affine --resampling Lanczos --encoding JPEG --threads 3 --exact --sharp --crs EPSG:3346 --to EPSG:32634 --map-projection EPSG:3035'
    const parsed = parseWarpArguments([...options.split(' '), '--title', 'Žemėlapis', ...FILES], '/maps')
    expect(parsed).toMatchObject({
      job: {
        transformationType: 'Affine',
        resampling: 'lanczos',
        encoding: 'jpeg',
        threads: 3,
        exact: true,
        sharp: true,
        crs: 'EPSG:3346',
        to: 'EPSG:32634',
        projection: 'EPSG:3035',
        title: 'Žemėlapis',
      },
    })
  })

  it('keeps the options as defaults of a list', () => {
    expect(parseWarpArguments(['--batch', 'list.csv', '--encoding', 'deflate'], '/maps')).toMatchObject({
      kind: 'batch',
      listPath: '/maps/list.csv',
      defaults: { encoding: 'deflate', exact: false },
    })
  })

  it.each<[string, string[], string]>([
    ['a missing file', ['scan.jpg', 'points.csv'], 'got 2 file names'],
    ['a file too many', [...FILES, 'more'], 'got 4 file names'],
    ['an unknown transformation', [...FILES, '--type', 'spline'], 'there is no type spline; known: TPS'],
    ['an unknown encoding', [...FILES, '--encoding', 'png'], 'known: webp, jpeg, deflate'],
    ['a word for the threads', [...FILES, '--threads', 'two'], '--threads takes a number'],
    ['no thread', [...FILES, '--threads', '0'], '--threads takes a number'],
    ['an unknown option', [...FILES, '--fast'], '--fast'],
    ['an output that is no TIFF', ['a.jpg', 'b.csv', 'out.jpg'], 'does not end in .tif'],
    ['an output over the scan', ['a.tif', 'b.csv', './a.tif'], '/maps/a.tif would be overwritten'],
    ['files beside a list', ['--batch', 'list.csv', 'scan.jpg'], 'takes no further file'],
  ])('refuses %s', (_, args, message) => {
    expect(() => parseWarpArguments(args, '/maps')).toThrow(UsageError)
    expect(() => parseWarpArguments(args, '/maps')).toThrow(message)
  })
})
