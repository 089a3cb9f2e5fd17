import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newUser, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const canTrace = process.getuid?.() === 0 && spawnSync('strace', ['-V']).status === 0
if (!canTrace)
  console.log('What reaches the disk is not looked at: strace is not installed, or this is not root.')

describe.runIf(canTrace)('an upload that is acknowledged', () => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    server = await startServer({ env: { JOB_CONCURRENCY: '0' } })
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-strace-'))
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has been forced to the disk: first the file, then its name, then the folder', async () => {
    const user = await newUser(server.url)
    const scan = await drawnScan(300, 200)
    const log = join(folder, 'calls')
    const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2'
    const args = ['-f', '-y', '-e', calls, '-o', log, '-p', String(server.pid)]
    const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let told = ''
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
    await vi.waitUntil(() => told.includes('attached'), { timeout: 20_000, interval: 10 })
    const id = await upload(user, scan)
    const ended = once(tracer, 'exit')
    tracer.kill('SIGINT')
    await ended

    const lines = readFileSync(log, 'utf8').split('\n')
    const renamed = lines.findIndex((line) => /rename\w*\(/.test(line) && line.includes(id))
    const original = `/maps/${id}/original`
    expect(renamed, lines.join('\n')).toBeGreaterThan(0)
    const isSync = (line: string): boolean => /f(data)?sync\(/.test(line)
    expect(lines.slice(0, renamed).some((line) => isSync(line) && line.includes(original))).toBe(true)
    expect(lines.slice(renamed).some((line) => isSync(line) && line.includes(`${original}>`))).toBe(true)
  })
})
