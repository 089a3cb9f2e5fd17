/** Addresses that a user names for the server to fetch: what is not meant to be reached is not. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchAnnotation } from '../../contract/api/outside.ts'
import { config } from '../../contract/api/system.ts'
import { fetchOutside, type OutsidePolicy } from '../../server/outside/fetch-outside.ts'
import { addressRanges } from '../../server/outside/public-address.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A host of somebody else, which sends what its addresses say. */
let elsewhere: Server
let port: number
const asked: string[] = []

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    const [, kind, rest = ''] = /^\/(\w+)\/?(.*)$/.exec(request.url ?? '') ?? []
    if (kind === 'good') return response.end('{"type":"Annotation"}')
    if (kind === 'to') return response.writeHead(302, { location: decodeURIComponent(rest) }).end()
    if (kind === 'round') return response.writeHead(307, { location: '/round' }).end()
    if (kind === 'said') return response.writeHead(200, { 'content-length': 5_000_000_000 }).end('x')
    if (kind === 'gone') return response.writeHead(404).end()
    if (kind === 'silent') return undefined
    if (kind === 'cut') {
      response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())
      return undefined
    }
    // Without an end.
    const chunk = 'x'.repeat(65_536)
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
    return undefined
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  port = (elsewhere.address() as AddressInfo).port
})
afterAll(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
})

describe('an instance whose operator allows any host, and one of their own', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>
  beforeAll(async () => {
    server = await startServer({
      env: { IIIF_HOSTS: `*, localhost:${port}`, IIIF_OWN_ADDRESSES: '127.0.0.1/32,::1/128' },
    })
    user = await newUser(server.url)
  })
  afterAll(async () => server?.stop())
  const own = (path: string) => `http://localhost:${port}/${path}`
  const refused = async (url: string) => {
    const { status, body } = await refusedApi(user, fetchAnnotation, { body: { url } })
    return [status, body.messageKey.replace('errors.outside.', '')]
  }

  it('fetches from it, through redirects too, and says of whom it fetches', async () => {
    for (const path of ['good', 'to/%2Fgood', `to/${encodeURIComponent(own('good'))}`])
      expect(await callApi(user, fetchAnnotation, { body: { url: own(path) } })).toEqual({
        text: '{"type":"Annotation"}',
      })
    expect((await callApi({ url: server.url }, config, {})).outsideHosts).toEqual(['*', `localhost:${port}`])
    const stranger = await fetch(`${server.url}/api/annotations/fetch`, { method: 'POST' })
    expect(stranger.status).toBe(401)
  })

  it.each([
    // An own address by other names, other ports of it, and other ways to write it.
    ['http://127.0.0.2/', 403, 'privateAddress'],
    ['http://2130706434/', 403, 'privateAddress'],
    ['http://0x7f.2/', 403, 'privateAddress'],
    ['http://0177.0.0.2/', 403, 'privateAddress'],
    ['http://[::ffff:127.0.0.2]/', 403, 'privateAddress'],
    ['http://[::ffff:7f00:2]/', 403, 'privateAddress'],
    ['http://0.0.0.0/', 403, 'privateAddress'],
    ['http://[::]/', 403, 'privateAddress'],
    ['http://localhost:5432/', 403, 'portNotAllowed'],
    ['http://127.0.0.1:6379/', 403, 'portNotAllowed'],
    // Other addresses that are not of the public internet.
    ['http://10.0.0.1/', 403, 'privateAddress'],
    ['http://172.16.5.4/', 403, 'privateAddress'],
    ['http://192.168.1.1/', 403, 'privateAddress'],
    ['http://100.64.0.1/', 403, 'privateAddress'],
    ['http://169.254.169.254/latest/meta-data/', 403, 'privateAddress'],
    ['http://[fe80::1]/', 403, 'privateAddress'],
    ['http://[fd00:ec2::254]/', 403, 'privateAddress'],
    ['http://[64:ff9b::a00:1]/', 403, 'privateAddress'],
    // No addresses of the web.
    ['file:///etc/passwd', 400, 'badAddress'],
    ['ftp://example.org/', 400, 'badAddress'],
    ['gopher://example.org/', 400, 'badAddress'],
    ['data:application/json,{}', 400, 'badAddress'],
    ['javascript:alert(1)', 400, 'badAddress'],
    ['//example.org/', 400, 'badAddress'],
    ['http://user:secret@example.org/', 400, 'badAddress'],
    ['http://', 400, 'badAddress'],
    ['example.org', 400, 'badAddress'],
  ])('does not fetch %s', async (url, status, code) => {
    expect(await refused(url)).toEqual([status, code])
  })

  it('judges every redirect anew, and does not follow for ever', async () => {
    const before = asked.length
    for (const [target, status, code] of [
      ['http://169.254.169.254/', 403, 'privateAddress'],
      ['http://127.0.0.2/', 403, 'privateAddress'],
      [`http://127.0.0.1:${port}/good`, 403, 'portNotAllowed'],
      ['file:///etc/passwd', 400, 'badAddress'],
    ] as const)
      expect(await refused(own(`to/${encodeURIComponent(target)}`)), target).toEqual([status, code])
    expect(await refused(own('round'))).toEqual([422, 'tooManyRedirects'])
    expect(asked.slice(before).filter((address) => !address.startsWith('localhost:'))).toEqual([])
    expect(asked.length - before).toBeLessThan(12)
  })

  it('breaks off what is huge, endless or cut, and says what a host answers', async () => {
    expect(await refused(own('endless'))).toEqual([422, 'tooLarge'])
    expect(await refused(own('said'))).toEqual([422, 'tooLarge'])
    expect(await refused(own('cut'))).toEqual([422, 'unreachable'])
    expect(await refused(own('gone'))).toEqual([422, 'refused'])
  })
})

it('an instance whose operator says nothing fetches nothing', async () => {
  const server = await startServer()
  try {
    const user = await newUser(server.url)
    for (const url of ['https://example.org/', `http://localhost:${port}/good`]) {
      const { status, body } = await refusedApi(user, fetchAnnotation, { body: { url } })
      expect([status, body.messageKey]).toEqual([403, 'errors.outside.notAllowed'])
    }
  } finally {
    await server.stop()
  }
})

describe('names and their addresses', () => {
  const request = {
    accept: '*/*',
    mostBytes: 1_000,
    milliseconds: 5_000,
    signal: new AbortController().signal,
  }
  /** A policy of a name whose addresses change each time it is looked up. */
  const policy = (answers: readonly (readonly string[])[]) => {
    const looked = { times: 0 }
    const given: OutsidePolicy = {
      hosts: [`rebound.example:${port}`],
      ownAddresses: addressRanges(['127.0.0.1/32']),
      lookup: () => Promise.resolve(answers[Math.min(looked.times++, answers.length - 1)] ?? []),
    }
    return { ...given, looked }
  }
  const url = () => `http://rebound.example:${port}/good`

  it('are looked up once: the connection goes to the address that was judged, whatever the name is later', async () => {
    const once = policy([['127.0.0.1'], ['127.0.0.2']])
    expect((await fetchOutside(url(), once, request)).body.toString()).toContain('Annotation')
    expect(once.looked.times).toBe(1)
    expect(asked.at(-1)).toBe(`rebound.example:${port}/good`)
  })

  it('are refused where one of several addresses is not of the public internet', async () => {
    for (const addresses of [['93.184.216.34', '10.0.0.1'], ['127.0.0.2'], ['::ffff:10.0.0.1']])
      await expect(fetchOutside(url(), policy([addresses]), request)).rejects.toMatchObject({
        code: 'privateAddress',
      })
    await expect(fetchOutside(url(), policy([[]]), request)).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('end at the name: a part of it, or another one that ends alike, is another host', async () => {
    const below: OutsidePolicy = {
      ...policy([]),
      hosts: ['*.example.org', 'maps.test'],
      lookup: () => Promise.resolve([]),
    }
    const codeOf = (address: string) =>
      fetchOutside(address, below, request).then(
        () => 'fetched',
        ({ code }: { code: string }) => code,
      )
    for (const host of ['a.example.org', 'A.B.Example.ORG', 'maps.test'])
      expect(await codeOf(`https://${host}/`), host).toBe('unreachable')
    for (const host of ['example.org', 'badexample.org', 'example.org.evil.test', 'maps.test.evil'])
      expect(await codeOf(`https://${host}/`), host).toBe('notAllowed')
    for (const host of ['maps.test:8080', 'a.example.org:8443'])
      expect(await codeOf(`https://${host}/`), host).toBe('portNotAllowed')
  })

  it('that answer nothing are given up in time', async () => {
    const silent = fetchOutside(`http://rebound.example:${port}/silent`, policy([['127.0.0.1']]), {
      ...request,
      milliseconds: 300,
    })
    await expect(silent).rejects.toMatchObject({ code: 'tooSlow' })
  })
})
