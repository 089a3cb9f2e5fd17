import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Name or path of the program: `pip install schemathesis` in an environment of its own brings it. */
const PROGRAM = process.env.SCHEMATHESIS ?? 'schemathesis'
const isInstalled = spawnSync(PROGRAM, ['--version']).status === 0
if (!isInstalled)
  console.log('Skipped: schemathesis is not installed (pip install schemathesis, or SCHEMATHESIS names it).')

const EXAMPLES = process.env.LONG ? 200 : 10
vi.setConfig({ testTimeout: EXAMPLES * 6_000 + 240_000 })
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
const STREAM = '/api/notifications/stream'
/** Calls that may end the session under which all others are made. */
const SESSION_ENDS = ['/api/auth/logout', '/api/auth/sessions/{id}']

describe.runIf(isInstalled)('the API under schemathesis', () => {
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

  /** Resolves to the program's report where it found something, or ''. */
  const findings = async (token: string, config: string, ...choice: string[]): Promise<string> => {
    const configFile = join(folder, 'schemathesis.toml')
    writeFileSync(configFile, config)
    const fixed = `--phases examples,coverage,fuzzing --max-examples ${EXAMPLES} --seed 1 --request-timeout 60`
    const args = ['--config-file', configFile, 'run', `${server.url}/api/openapi.json`]
    args.push('--header', `Authorization: Bearer ${token}`, '--checks', CHECKS.join(','))
    args.push('--continue-on-failure', ...fixed.split(' '), ...choice)
    // Asynchronous: the server's output has to be read meanwhile.
    return promisify(execFile)(PROGRAM, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).then(
      () => '',
      (error: { stdout?: string; message: string }) => error.stdout ?? error.message,
    )
  }
  const without = (...paths: string[]) => paths.flatMap((path) => ['--exclude-path', path])

  it('answers no call with a fault of the server or with a status that is not documented', async () => {
    const { token } = await newUser(server.url)
    expect(await findings(token, '', ...without(STREAM, ...SESSION_ENDS))).toBe('')
  })

  it('does not where map and catalog exist, either', async () => {
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

  it('does not while sessions end', async () => {
    const { token } = await newUser(server.url)
    expect(await findings(token, '', ...SESSION_ENDS.flatMap((path) => ['--include-path', path]))).toBe('')
  })
})
