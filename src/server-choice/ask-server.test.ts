import { afterEach, describe, expect, it, vi } from 'vitest'
import { askServer } from './ask-server.ts'

afterEach(() => vi.unstubAllGlobals())

const OURS = {
  baseMaps: {
    embedded: {
      tiles: ['/api/base-map/{z}/{x}/{y}'],
      tileSize: 512,
      minZoom: 0,
      maxZoom: 6,
      attribution: [],
    },
    layers: { streets: null, satellite: null, terrain: null, terrainOnly: null, 'esri-satellite': null },
  },
  serverTime: '2026-11-23T00:00:00Z',
  contact: null,
  limits: { maxUploadBytes: 1, transformsPerHour: 0, mapsPerMonth: 0, claimHours: 2 },
}
const never = new AbortController().signal
const LOST = new TypeError('Failed to fetch')

/** Answers the request that may be read, and the one that may not. */
function serving(read: Response | Error, unread: Response | Error = LOST) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url)
    const answer = init.mode === 'no-cors' ? unread : read
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  return asked
}

describe('what stands at an address', () => {
  it('is one of our servers where it tells its settings as ours do', async () => {
    const asked = serving(Response.json(OURS))
    expect(await askServer('https://maps.example', never)).toBe('ours')
    expect(asked).toEqual(['https://maps.example/api/config'])
  })

  it.each([
    ['another program’s page', new Response('<!doctype html>'), 'notPalimpsest'],
    ['another program’s data', Response.json({ name: 'other' }), 'notPalimpsest'],
    ['an unknown address', new Response('', { status: 404 }), 'notPalimpsest'],
    ['a proxy without a server', new Response('', { status: 502 }), 'away'],
    ['a server whose database is away', new Response('', { status: 503 }), 'away'],
  ])('%s', async (_what, answer, expected) => {
    serving(answer)
    expect(await askServer('https://maps.example', never)).toBe(expected)
  })

  it('tells an unreachable address from a server that blocks the app', async () => {
    serving(LOST)
    expect(await askServer('https://maps.example', never)).toBe('unreachable')
    serving(LOST, new Response())
    expect(await askServer('https://maps.example', never)).toBe('refused')
  })

  it('is not told once nobody waits for it', async () => {
    const leaving = new AbortController()
    serving(LOST)
    leaving.abort()
    await expect(askServer('https://maps.example', leaving.signal)).rejects.toThrow('aborted')
  })
})
