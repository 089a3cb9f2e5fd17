import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { describeNeeding, SCHEMATHESIS, SCHEMATHESIS_PROGRAM } from '../support/needs.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const EXAMPLES = process.env.LONG ? 200 : 2
vi.setConfig({ testTimeout: EXAMPLES * 6_000 + 240_000 })
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
const STREAM = '/api/notifications/stream'
/**
 * The boundaries of each parameter, one by one. In short form only what the schemas allow, which alone reaches past the
 * check by the schemas, and only for calls that write, without the one that searches pictures for points each time. What
 * is refused is the same check for all calls, which the fuzzing meets at each of them. `LONG` tries wrong types, lengths
 * and methods everywhere.
 */
const BOUNDARIES = process.env.LONG
  ? ''
  : `
[phases.coverage]
unexpected-methods = []
generation = { mode = "positive" }
[[operations]]
include-method = ["GET"]
phases.coverage.enabled = false
[[operations]]
include-path = "/api/maps/{id}/point-proposals"
phases.coverage.enabled = false
`
/** Calls that may end the session under which all others are made. */
const SESSION_ENDS = ['/api/auth/logout', '/api/auth/sessions/{id}']

describeNeeding(SCHEMATHESIS, 'the API under schemathesis', () => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-schemathesis-'))
    server = await startServer()
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Resolves to the program's report where it found something, or ''; rejects when it could not do its work. */
  const findings = async (token: string, config: string, ...choice: string[]): Promise<string> => {
    const configFile = join(folder, 'schemathesis.toml')
    writeFileSync(configFile, `${BOUNDARIES}${config}`)
    const fixed = `--phases examples,coverage,fuzzing --max-examples ${EXAMPLES} --seed 1 --request-timeout 60`
    const args = ['--config-file', configFile, 'run', `${server.url}/api/openapi.json`]
    args.push('--header', `Authorization: Bearer ${token}`, '--checks', CHECKS.join(','))
    args.push('--continue-on-failure', ...fixed.split(' '), ...choice)
    // Asynchronous: the server's output has to be read meanwhile.
    return promisify(execFile)(SCHEMATHESIS_PROGRAM, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).then(
      () => '',
      (error: { code?: number | string; stdout?: string; stderr?: string; message: string }) => {
        // It ends with 1 when it has found something, with any other code when it has not looked.
        if (error.code !== 1 || !error.stdout) throw new Error(`${error.message}\n${error.stderr ?? ''}`)
        return error.stdout
      },
    )
  }
  const without = (...paths: string[]) => paths.flatMap((path) => ['--exclude-path', path])

  it('answers no call with a fault of the server or with a status that is not documented', async () => {
    const { token } = await newUser(server.url)
    // In short form only what the next test leaves out: it would end what is there.
    const choice = process.env.LONG ? [] : ['--include-method', 'DELETE']
    expect(await findings(token, '', ...without(STREAM, ...SESSION_ENDS), ...choice)).toBe('')
  })

  it('answers no call with a fault of the server where map and catalog exist', async () => {
    const user = await newUser(server.url)
    const mapId = await upload(user, await drawnScan(300, 200), { title: 'A map', isPublic: 'true' })
    await untilReady(user, mapId)
    const { id } = await callApi(user, createCatalog, { body: { title: 'Mine' } })
    const config = `
[parameters]
"path.id" = "${mapId}"
"path.mapId" = "${mapId}"
[[operations]]
include-path-regex = "^/api/catalogs"
parameters = { "path.id" = "${id}" }
`
    const choice = [...without(STREAM, ...SESSION_ENDS), '--exclude-method', 'DELETE']
    expect(await findings(user.token, config, ...choice)).toBe('')
  })

  it('answers no call with a fault of the server while sessions end', async () => {
    const { token } = await newUser(server.url)
    expect(await findings(token, '', ...SESSION_ENDS.flatMap((path) => ['--include-path', path]))).toBe('')
  })
})
