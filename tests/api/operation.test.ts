import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { config, healthCheck, liveness } from '../../contract/api/system.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { getMap } from '../../contract/api/maps.ts'

/** However a proxy on this machine names itself. */
const REQUESTS: readonly Record<string, string>[] = [
  {},
  { via: '1.1 proxy' },
  { authorization: 'Bearer figures for prometheus' },
]

describe('an instance in operation', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({
      env: {
        TRANSFORMS_PER_HOUR: '7',
        CLAIM_HOURS: '1.5',
        CONTACT: 'maps@example.com',
        METRICS_TOKEN: 'figures for prometheus',
      },
    })
  })
  afterAll(async () => server?.stop())

  it('tells its health, its limits and its base maps without a session', async () => {
    expect((await callApi(server, liveness, {})).status).toBe('ok')
    expect((await callApi(server, healthCheck, {})).status).toBe('ok')
    const { limits, baseMaps, contact } = await callApi(server, config, {})
    expect(contact).toBe('mailto:maps@example.com')
    expect(limits).toMatchObject({ transformsPerHour: 7, mapsPerMonth: 0, claimHours: 1.5 })
    expect(baseMaps.embedded.tiles[0]).toContain('/api/base-map/')
  })

  it('counts its answers by route for Prometheus, never by address', async () => {
    const id = 'an-id-that-must-not-appear'
    expect((await refusedApi(server, getMap, { params: { id } })).status).toBe(401)
    const reader = { headers: { authorization: 'Bearer figures for prometheus' } }
    const metrics = await (await fetch(`${server.url}/api/metrics`, reader)).text()
    expect(metrics).toMatch(
      /palimpsest_http_request_seconds_count\{method="GET",route="\/api\/map\/:id",status="401"\} 1/,
    )
    expect(metrics).toContain('process_resident_memory_bytes')
    expect(metrics).not.toContain(id)
  })

  it('shows its figures to who has the token, and without one to nobody', async () => {
    const read = (headers: Record<string, string>, url = server.url) =>
      fetch(`${url}/api/metrics`, { headers }).then(({ status }) => status)
    expect(await read({})).toBe(404)
    expect(await read({ authorization: 'Bearer another' })).toBe(404)
    expect(await read({ authorization: 'Bearer figures for prometheus' })).toBe(200)
    const closed = await startServer()
    try {
      for (const headers of REQUESTS)
        expect(await read(headers, closed.url), JSON.stringify(headers)).toBe(404)
    } finally {
      await closed.stop()
    }
  })

  it('warns once of a proxy that it is not told to trust', async () => {
    const warnings = () => server.output().split('TRUSTED_PROXIES').length - 1
    expect(warnings()).toBe(0)
    for (let n = 0; n < 2; n += 1)
      await fetch(`${server.url}/api/health-check`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await expect.poll(warnings).toBe(1)
  })

  it('lets no copy be kept of what it says about a person', async () => {
    const user = await newUser(server.url)
    for (const path of ['profile', 'export', 'sessions', 'validate-token']) {
      const answer = await fetch(`${server.url}/api/auth/${path}`, {
        headers: { authorization: `Bearer ${user.token}` },
      })
      expect([answer.status, answer.headers.get('cache-control')], path).toEqual([200, 'no-store'])
    }
  })

  it('keeps the source maps of its scripts to itself', async () => {
    const page = await (await fetch(server.url)).text()
    const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
    const answer = await fetch(server.url + script)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toMatch(/\/\/# sourceMappingURL=\S+\.map/)
    expect((await fetch(`${server.url}${script}.map`)).status).toBe(404)
  })

  it('sends its pages under a policy that runs no inline script and frames nowhere', async () => {
    const answer = await fetch(`${server.url}/api/health-check`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(?:;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('sends the parts of its pages as the build has packed them, without what only a page is bound by', async () => {
    const page = await (await fetch(server.url)).text()
    for (const ending of ['js', 'css']) {
      const path = new RegExp(`/assets/[^"]+\\.${ending}`).exec(page)![0]
      const read = async (encoding: string) => {
        const answer = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } })
        const { headers } = answer
        expect([answer.status, headers.get('vary')], path).toEqual([
          200,
          expect.stringContaining('Accept-Encoding'),
        ])
        expect(headers.get('content-type')).toMatch(/^(?:text|application)\/(?:javascript|css)/)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBeNull()
        return { text: await answer.text(), encoding: headers.get('content-encoding') }
      }
      const [packed, plain, gzipped] = await Promise.all(['br', 'identity', 'gzip'].map(read))
      expect([packed!.encoding, plain!.encoding, gzipped!.encoding]).toEqual(['br', null, 'gzip'])
      expect([packed!.text === plain!.text, gzipped!.text === plain!.text]).toEqual([true, true])
    }
    // Where it names files of a page in its head, they are there.
    const named = (await fetch(`${server.url}/main`)).headers.get('link') ?? ''
    const files = [...named.matchAll(/<([^>]+)>/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) expect((await fetch(server.url + file)).status, file).toBe(200)
    for (const path of ['/', '/login', '/favicon.svg', '/service-worker.js'])
      expect((await fetch(server.url + path)).headers.get('content-security-policy'), path).not.toBeNull()
  })

  it('answers addresses that are none with 404 in the shape of the contract', async () => {
    const answer = await fetch(`${server.url}/api/no-such-call`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ messageKey: 'errors.notFound' })
    for (const path of ['/locales/en/nothing.json', '/locales/../package.json', '/assets/none.js'])
      expect((await fetch(server.url + path)).status, path).toBe(404)
    const texts = await fetch(`${server.url}/locales/lt/errors.json`)
    expect([texts.status, texts.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')])
  })
})
