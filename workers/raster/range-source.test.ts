import { afterEach, describe, expect, it, vi } from 'vitest'
import { RangeSource } from './range-source.ts'

const BYTES = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
const asked: { range: string; authorization: string | null; origin: string }[] = []

/** A server that knows ranges. */
async function serve(input: URL | RequestInfo, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  const url = new URL(input instanceof Request ? input.url : input)
  asked.push({
    range: headers.get('range') ?? '',
    authorization: headers.get('authorization'),
    origin: url.origin,
  })
  if (url.pathname === '/secret') return respond(401, null, url)
  const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(headers.get('range') ?? '') ?? []
  if (Number(from) >= BYTES.length) return respond(416, null, url)
  return respond(206, BYTES.slice(Number(from), Number(to) + 1), url)
}

function respond(status: number, body: Uint8Array<ArrayBuffer> | null, url: URL): Response {
  const response = new Response(body, { status })
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}

function sourceOf(url: string, token?: string, home?: string) {
  asked.length = 0
  vi.stubGlobal('location', { origin: 'https://maps.example' })
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(serve))
  return new RangeSource({ url, ...(token ? { token } : {}), ...(home ? { home } : {}) })
}

afterEach(() => vi.unstubAllGlobals())

describe('a file read by ranges', () => {
  it('reads small pieces through shared blocks, across their borders', async () => {
    const source = sourceOf('/file')
    const [piece] = await source.fetch([{ offset: 65_530, length: 20 }])
    expect(new Uint8Array(piece ?? new ArrayBuffer())).toEqual(BYTES.slice(65_530, 65_550))
    await source.fetch([{ offset: 100, length: 2000 }])
    expect(asked.map(({ range }) => range)).toEqual(['bytes=0-65535', 'bytes=65536-131071'])
  })

  it('fills what lies beyond the end of the file with zeros', async () => {
    const source = sourceOf('/file')
    const [piece] = await source.fetch([{ offset: 99_990, length: 40 }])
    const bytes = new Uint8Array(piece ?? new ArrayBuffer())
    expect(bytes.subarray(0, 10)).toEqual(BYTES.slice(99_990))
    expect(bytes.subarray(10).every((byte) => byte === 0)).toBe(true)
  })

  it('takes an answer that breaks off for a cut line, not for a damaged file', async () => {
    const source = sourceOf('/file')
    const broken = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (sink) => {
          sink.enqueue(BYTES.slice(0, 10))
          sink.error(new TypeError('network error'))
        },
      })
      return Promise.resolve(new Response(body, { status: 206 }))
    }
    vi.stubGlobal('fetch', broken)
    for (const length of [20, 50_000])
      await expect(source.fetch([{ offset: 0, length }])).rejects.toMatchObject({ code: 'network' })
    const giveUp = new AbortController()
    giveUp.abort(new Error('not wanted'))
    await expect(source.fetchExact({ offset: 0, length: 20 }, giveUp.signal)).rejects.toThrow('not wanted')
  })

  it('asks for a tile by its exact length', async () => {
    const source = sourceOf('/file')
    const [tile] = await source.fetch([{ offset: 1000, length: 50_000 }])
    expect(tile?.byteLength).toBe(50_000)
    expect(asked.map(({ range }) => range)).toEqual(['bytes=1000-50999'])
  })

  it('sends the token to its own origin and to no other', async () => {
    await sourceOf('/file', 'abc').fetch([{ offset: 0, length: 8 }])
    expect(asked[0]?.authorization).toBe('Bearer abc')
    await sourceOf('https://elsewhere.example/file', 'abc').fetch([{ offset: 0, length: 8 }])
    expect(asked[0]).toMatchObject({ authorization: null, origin: 'https://elsewhere.example' })
  })

  it('sends the token to the instance that was chosen, and not to where the page came from', async () => {
    const home = 'https://chosen.example'
    await sourceOf('https://chosen.example/file', 'abc', home).fetch([{ offset: 0, length: 8 }])
    expect(asked[0]?.authorization).toBe('Bearer abc')
    await sourceOf('/file', 'abc', home).fetch([{ offset: 0, length: 8 }])
    expect(asked[0]?.authorization).toBeNull()
  })

  it('tells a refusal and a shortened file by their codes', async () => {
    await expect(sourceOf('/secret').fetch([{ offset: 0, length: 8 }])).rejects.toMatchObject({
      code: 'unauthorised',
    })
    await expect(sourceOf('/file').fetch([{ offset: 90_000, length: 20_000 }])).rejects.toMatchObject({
      code: 'damaged',
    })
  })

  it('asks again for a block that failed', async () => {
    const source = sourceOf('/file')
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('offline')).mockImplementation(serve),
    )
    await expect(source.fetch([{ offset: 0, length: 8 }])).rejects.toMatchObject({ code: 'network' })
    await expect(source.fetch([{ offset: 0, length: 8 }])).resolves.toHaveLength(1)
  })
})

describe('a file on this device', () => {
  const sourceOfFile = (file: Blob) => {
    asked.length = 0
    vi.stubGlobal('location', { origin: 'https://maps.example' })
    vi.stubGlobal('fetch', vi.fn<typeof fetch>(serve))
    return new RangeSource({ url: 'local:map', file })
  }

  it('is read by offset and length, and nothing is asked of a server', async () => {
    const source = sourceOfFile(new Blob([BYTES]))
    const [small, large] = await source.fetch([
      { offset: 65_530, length: 20 },
      { offset: 10_000, length: 50_000 },
    ])
    expect(new Uint8Array(small ?? new ArrayBuffer())).toEqual(BYTES.slice(65_530, 65_550))
    expect(new Uint8Array(large ?? new ArrayBuffer())).toEqual(BYTES.slice(10_000, 60_000))
    expect(asked).toEqual([])
  })

  it('that is shorter than its index says is damaged, and one that was removed is not found', async () => {
    const source = sourceOfFile(new Blob([BYTES]))
    await expect(source.fetch([{ offset: 99_000, length: 5000 }])).rejects.toMatchObject({ code: 'damaged' })
    const removed = new Blob([BYTES])
    removed.slice = () => {
      throw new DOMException('removed', 'NotFoundError')
    }
    await expect(sourceOfFile(removed).fetch([{ offset: 0, length: 5000 }])).rejects.toMatchObject({
      code: 'notFound',
    })
  })
})
