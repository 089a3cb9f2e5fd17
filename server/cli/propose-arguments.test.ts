import { describe, expect, it } from 'vitest'
import { parseProposeArguments } from './propose-arguments.ts'
import { UsageError } from './warp-arguments.ts'

const FILES = ['scan.jpg', '--json', 'out.json']

describe('the command line of the propose command', () => {
  it('takes a scan and a file to write from the folder of the user', () => {
    expect(parseProposeArguments(FILES, '/maps')).toEqual({
      kind: 'propose',
      job: { scanPath: '/maps/scan.jpg', outPath: '/maps/out.json' },
    })
  })

  it('takes where the map may lie, and a list of names', () => {
    expect(
      parseProposeArguments([...FILES, '--near', '7.6, 47.5, 200', '--names', 'names.csv'], '/maps'),
    ).toMatchObject({ job: { near: { lon: 7.6, lat: 47.5, km: 200 }, namesPath: '/maps/names.csv' } })
  })

  it.each([[['--near', '-91.8,-30,80.5']], [['--near=-91.8,-30,80.5']]])(
    'takes a place in the west and south: %j',
    (near) => {
      expect(parseProposeArguments([...near, ...FILES], '/maps')).toMatchObject({
        job: { near: { lon: -91.8, lat: -30, km: 80.5 }, scanPath: '/maps/scan.jpg' },
      })
    },
  )

  it('takes a series that is known, or a file with its rule', () => {
    const seriesOf = (text: string) => parseProposeArguments([...FILES, '--series', text], '/maps')
    expect(seriesOf('messtischblatt')).toMatchObject({ job: { series: 'messtischblatt' } })
    expect(seriesOf('mine.json')).toMatchObject({ job: { series: '/maps/mine.json' } })
  })

  it('shows its usage', () => {
    expect(parseProposeArguments(['-h'], '/maps')).toEqual({ kind: 'help' })
  })

  it.each<[string, string[], string]>([
    ['no scan', ['--json', 'out.json'], 'got 0 file names'],
    ['two scans', [...FILES, 'more.jpg'], 'got 2 file names'],
    ['no file to write', ['scan.jpg'], '--json is missing'],
    ['an output over the scan', ['scan.jpg', '--json', './scan.jpg'], '/maps/scan.jpg would be overwritten'],
    [
      'an output over the names',
      ['scan.jpg', '--names', 'a.json', '--json', 'a.json'],
      '/maps/a.json would be overwritten',
    ],
    ['a word for a place', [...FILES, '--near', 'Basel'], '--near takes longitude, latitude and kilometres'],
    ['a place without a distance', [...FILES, '--near', '7.6,47.5'], 'not 7.6,47.5'],
    ['a place off the earth', [...FILES, '--near', '7.6,147.5,10'], 'not 7.6,147.5,10'],
    ['no distance', [...FILES, '--near', '7.6,47.5,0'], 'not 7.6,47.5,0'],
    ['a distance that is no number', [...FILES, '--near', '7.6,47.5,1e3'], 'not 7.6,47.5,1e3'],
    ['nothing behind --near', [...FILES, '--near'], '--near'],
    [
      'a place beside a series',
      [...FILES, '--near', '7.6,47.5,20', '--series', 'messtischblatt'],
      '--near says nothing of a sheet',
    ],
    ['an output over the rule', ['scan.jpg', '--series', 'a.json', '--json', 'a.json'], 'overwritten'],
    ['an unknown option', [...FILES, '--fast'], '--fast'],
  ])('refuses %s', (_, args, message) => {
    expect(() => parseProposeArguments(args, '/maps')).toThrow(UsageError)
    expect(() => parseProposeArguments(args, '/maps')).toThrow(message)
  })
})
