import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtPrograms } from '../support/build.ts'
import { handPoints, judgeProposals } from '../support/proposal-truth.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'

let folder: string
let program: string
beforeAll(async () => {
  program = join(builtPrograms(), 'dist/server/propose-command.mjs')
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-propose-'))
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c96' } })
    .jpeg()
    .toFile(join(folder, 'blank.jpg'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

function propose(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })))
}

const written = async (name: string) =>
  JSON.parse(await readFile(join(folder, name), 'utf8')) as {
    points: { image: [number, number]; map: [number, number]; read: string; name: string; odds: number }[]
    odds: number | null
    reason: string
  }

describeWithSharedData('the lettering of a printed map', () => {
  it('proposes its points where it may lie within two degrees, the first twelve right', async () => {
    const scan = sharedData('basel-1798', 'old_map.jpg')
    const { code, out, errors } = await propose([scan, '--near', '7.75,47.5,222', '--json', 'basel.json'])
    expect(code, errors).toBe(0)
    expect(errors).toContain('reading the words of old_map.jpg')
    expect(out).toMatch(/basel\.json: \d+ points/)
    const { points, odds } = await written('basel.json')
    const judged = judgeProposals(points, handPoints(sharedData('basel-1798', 'gcps.csv')), {
      width: 1600,
      height: 1018,
    })
    expect(judged.count).toBeGreaterThanOrEqual(40)
    expect(judged.right / judged.count).toBeGreaterThanOrEqual(0.95)
    expect(judged.rightOfFirst).toBe(12)
    expect(judged.medianError).toBeLessThanOrEqual(0.011)
    expect(odds).toBeGreaterThan(10)
    for (const { read, name, odds: own } of points) {
      expect(read).not.toBe('')
      expect(name).not.toBe('')
      expect(Number.isFinite(own)).toBe(true)
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('basel'))).toEqual(['basel.json'])
    // Minutes of a core that others use as well.
  }, 600_000)
})

it('says why it proposes no corners, and what is wrong with a rule', async () => {
  const none = await propose(['blank.jpg', '--series', 'messtischblatt', '--json', 'none.json'])
  expect(none).toMatchObject({ code: 0, out: expect.stringContaining('no corners. No title') as string })
  expect(await written('none.json')).toMatchObject({ points: [], odds: null })
  await rm(join(folder, 'none.json'))
  await writeFile(join(folder, 'rule.json'), '{"name": "Mine"}')
  const wrong = await propose(['blank.jpg', '--series', 'rule.json', '--json', 'none.json'])
  expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining('rule.json is wrong at') as string })
})

it('writes an empty list and ends with 0 where there are no words', async () => {
  const { code, out, errors } = await propose(['blank.jpg', '--json', 'nothing.json'])
  expect(code, errors).toBe(0)
  expect(out).toContain('no points. No words were found')
  expect(await written('nothing.json')).toEqual({
    points: [],
    odds: 0,
    reason: expect.stringContaining('No words were found') as string,
  })
})

it('ends with 1 and says why where a scan or the models cannot be read', async () => {
  const absent = await propose(['none.jpg', '--json', 'none.json'])
  expect(absent).toMatchObject({ code: 1, errors: expect.stringContaining('none.jpg: ENOENT') as string })
  await writeFile(join(folder, 'detector.onnx'), 'no model')
  const lacking = await propose(['blank.jpg', '--json', 'none.json'], { LETTERING_MODELS: folder })
  expect(lacking.code).toBe(1)
  expect(lacking.errors).toContain('lacks recogniser.onnx, characters.txt')
  await writeFile(join(folder, 'recogniser.onnx'), 'no model')
  await writeFile(join(folder, 'characters.txt'), 'a\nb\n')
  const broken = await propose(['blank.jpg', '--json', 'none.json'], { LETTERING_MODELS: folder })
  expect(broken.code).toBe(1)
  expect(broken.errors).toContain('the detector cannot be loaded')
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([])
})

it('ends with 2 on wrong usage and on a list of names that cannot be read', async () => {
  const near = await propose(['blank.jpg', '--json', 'wrong.json', '--near', 'Basel'])
  expect(near.code).toBe(2)
  expect(near.errors).toMatch(/--near takes longitude, latitude and kilometres[\s\S]*Usage:/)
  await writeFile(join(folder, 'names.csv'), 'place,x\nBasel,7\n')
  const names = await propose(['blank.jpg', '--json', 'wrong.json', '--names', 'names.csv'])
  expect(names.code).toBe(2)
  expect(names.errors).toContain('names.csv: it has no column name')
})
