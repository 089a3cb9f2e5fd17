import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newUser } from '../support/api.ts'
import { startServer, type TestServer } from '../support/server.ts'

vi.setConfig({ testTimeout: 600_000 })
/** Medians of fewer would be at the mercy of what else runs. */
const SAMPLES = process.env.LONG ? 200 : 0

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Loaded before the server: it then writes the name of each function of argon2 that it calls to a file. */
const argon2Calls = (file: string) => `
const { appendFileSync } = require('node:fs')
const argon2 = require(${JSON.stringify(createRequire(import.meta.url).resolve('@node-rs/argon2'))})
for (const name of ['hash', 'verify']) {
  const real = argon2[name]
  argon2[name] = (...args) => {
    appendFileSync(${JSON.stringify(file)}, name + '\\n')
    return real(...args)
  }
}
`

describe('what an unknown account is answered', () => {
  let server: TestServer
  let email: string
  let folder: string
  let callsFile: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-argon2-'))
    callsFile = join(folder, 'calls')
    writeFileSync(join(folder, 'argon2.cjs'), argon2Calls(callsFile))
    const options = `${process.env.NODE_OPTIONS ?? ''} --require ${join(folder, 'argon2.cjs')}`.trim()
    server = await startServer({ env: { NODE_OPTIONS: options } })
    email = (await newUser(server.url)).email
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const post = async (path: string, body: object) => {
    const started = performance.now()
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    const headers = [...answer.headers].filter(([name]) => !/^(?:date|etag)$/.test(name))
    return { ms: performance.now() - started, seen: JSON.stringify([answer.status, headers, text]) }
  }
  const CALLS: [string, (address: string) => object][] = [
    ['/api/auth/login', (address) => ({ email: address, password: 'Wrong12' })],
    ['/api/auth/forgot', (address) => ({ email: address })],
  ]

  it.each(CALLS)('%s: is the same to the last byte', async (path, body) => {
    const [known, unknown] = [await post(path, body(email)), await post(path, body('nobody@example.com'))]
    expect(unknown.seen).toBe(known.seen)
  })

  it('takes as much work on the password as for a known one', async () => {
    const attempt = async (address: string) => {
      writeFileSync(callsFile, '')
      await post('/api/auth/login', { email: address, password: 'Wrong12' })
      return readFileSync(callsFile, 'utf8')
    }
    // The hash that stands for those of unknown accounts is made once.
    await attempt('first@example.com')
    expect(await attempt(email)).toBe('verify\n')
    expect(await attempt('nobody@example.com')).toBe('verify\n')
  })

  it.runIf(SAMPLES > 0).each(CALLS)('%s: takes as long, within a tenth', async (path, body) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let n = 0; n < 20; n += 1) await post(path, body(`warm${n}@example.com`))
    // Alternating, so that whatever else runs weighs on both alike.
    for (let n = 0; n < SAMPLES; n += 1) {
      const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order)
        times[kind].push((await post(path, body(kind === 'known' ? email : `nobody${n}@example.com`))).ms)
    }
    const ratio = median(times.unknown) / median(times.known)
    console.log(`${path}: ${median(times.known).toFixed(2)} ms known, ${ratio.toFixed(3)} times that unknown`)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.1)
  })
})
