import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { beginUpload, sendPart } from '../support/resumable-client.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { describeNeeding, STRACE } from '../support/needs.ts'

describeNeeding(STRACE, 'the server', () => {
  let server: TestServer
  let folder: string
  let user: Awaited<ReturnType<typeof newUser>>
  beforeAll(async () => {
    server = await startServer()
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-strace-'))
    user = await newUser(server.url)
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What the server asks of the system while it answers a request, a line each. */
  const callsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    const log = join(folder, 'calls')
    const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'
    const args = ['-f', '-y', '-s', '24', '-e', calls, '-o', log, '-p', String(server.pid)]
    const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    await vi.waitUntil(() => output.includes('attached'), { timeout: 20_000, interval: 10 })
    try {
      await work()
    } finally {
      const ended = once(tracer, 'exit')
      tracer.kill('SIGINT')
      await ended
    }
    return readFileSync(log, 'utf8').split('\n')
  }

  /** Where a call came back, counted in lines; it may have been interrupted by those of other threads. */
  const lineOfReturn = (lines: readonly string[], at: number): number => {
    const line = lines[at] ?? ''
    if (!line.includes('<unfinished')) return at
    const thread = line.split(' ')[0]
    return lines.findIndex(
      (later, i) => i > at && later.startsWith(`${thread} `) && later.includes('resumed'),
    )
  }
  const find = (lines: readonly string[], after: number, call: RegExp, path: string): number =>
    lines.findIndex((line, i) => i > after && call.test(line) && line.includes(path))

  /** First the file, then its name, then the folder, then the answer. */
  const expectOrder = (lines: readonly string[], file: string, target: string, answer: string) => {
    const synced = find(lines, -1, /f(data)?sync\(/, file)
    expect(synced, `no sync of ${file}`).toBeGreaterThanOrEqual(0)
    const renamed = find(lines, lineOfReturn(lines, synced), /rename\w*\(/, target)
    expect(renamed, `no later rename to ${target}`).toBeGreaterThan(0)
    const parent = target.slice(0, target.lastIndexOf('/'))
    const folderSynced = find(lines, lineOfReturn(lines, renamed), /f(data)?sync\(/, `${parent}>`)
    expect(folderSynced, `no later sync of ${parent}`).toBeGreaterThan(0)
    const answered = find(lines, lineOfReturn(lines, folderSynced), /(?:writev?|send\w+)\(/, answer)
    expect(answered, `no later answer ${answer}`).toBeGreaterThan(0)
    expect(find(lines, -1, /(?:writev?|send\w+)\(/, answer)).toBe(answered)
  }

  it('syncs an upload before it answers: the file, then its name, then the folder', async () => {
    const scan = await drawnScan(300, 200)
    let id = ''
    const lines = await callsDuring(async () => {
      id = await upload(user, scan)
    })
    expectOrder(lines, `/maps/${id}/original/`, `/maps/${id}/original/scan.jpeg`, 'HTTP/1.1 200')
  })

  it('syncs the last part of a resumable upload before it answers', async () => {
    const { content } = await drawnScan(300, 200)
    const metadata = { filename: 'scan.jpg', title: 'In parts' }
    const path = (await beginUpload(user, content.length, metadata)).headers.get('location')!
    const id = path.split('/').at(-1)!
    const lines = await callsDuring(() => sendPart(user, path, 0, content))
    expectOrder(lines, `/uploads/${id}`, `/maps/${id}/original/scan.jpg`, 'HTTP/1.1 204')
  })

  it('syncs a publication before it answers', async () => {
    const id = await upload(user, await drawnScan(800, 600))
    await untilReady(user, id)
    const lines = await callsDuring(() =>
      callApi(user, transformMap, { params: { id }, body: exactPoints(800, 600) }),
    )
    const target = /rename\w*\(.*"([^"]+\/transformed\/[^"/]+\.tif)"/.exec(lines.join('\n'))?.[1]
    if (!target) throw new Error('no overlay came to lie among the files of the map')
    expect(target).toContain(`/maps/${id}/transformed/`)
    expectOrder(lines, '/overlay.tif', target, 'HTTP/1.1 200')
  })
})
