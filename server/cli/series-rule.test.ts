import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERIES } from '../../lettering/sheets/series.ts'
import { readSeriesRule } from './series-rule.ts'

const RULE = {
  name: 'Karte des Westlichen Russlands 1:100 000',
  width: 0.5,
  height: 0.25,
  origin: [42, 54],
  meridian: -17.6667,
  system: 'EPSG:4314',
  extent: { west: 17, south: 47, east: 30, north: 58 },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-series-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(content: string): Promise<string> {
  const path = join(folder, 'mine.json')
  await writeFile(path, content)
  return path
}

it('knows series by their keys', async () => {
  expect(await readSeriesRule('messtischblatt')).toBe(SERIES[0])
})

it('reads the rule of a file', async () => {
  expect(await readSeriesRule(await fileOf(JSON.stringify(RULE)))).toEqual({ key: 'mine.json', ...RULE })
})

it.each<[string, string, string]>([
  ['is no JSON', 'width: 1', 'cannot be read'],
  ['lacks a field', JSON.stringify({ ...RULE, height: undefined }), 'height:'],
  ['has a size of nothing', JSON.stringify({ ...RULE, width: 0 }), 'width:'],
  ['has a field that no rule has', JSON.stringify({ ...RULE, scale: 1 }), 'scale'],
  ['names its system by a name', JSON.stringify({ ...RULE, system: 'DHDN' }), 'system:'],
  ['is too long', ' '.repeat(10_001), 'at most 10000'],
])('says what is wrong with a rule that %s', async (_name, content, fault) => {
  await expect(readSeriesRule(await fileOf(content))).rejects.toThrow(fault)
})

it('says that there is no such file', async () => {
  await expect(readSeriesRule(join(folder, 'none.json'))).rejects.toThrow('the rule none.json cannot be read')
})
