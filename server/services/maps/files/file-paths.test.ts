import { describe, expect, it } from 'vitest'
import { filePathSigner, signedFor } from './file-paths.ts'

const VIEWER = '0190a000-0000-7000-8000-000000000001'
const OTHER = '0190a000-0000-7000-8000-000000000002'
const map = { id: '0190a000-0000-7000-8000-00000000000a', accessEpoch: 3 }

/** A signer, and the epochs of users as they can be changed. */
function stage() {
  const epochs: Record<string, number> = { [VIEWER]: 0, [OTHER]: 0 }
  let now = 1_000_000_000_000
  const known = (id: string) => epochs[id] ?? Number.POSITIVE_INFINITY
  const signer = filePathSigner(Buffer.alloc(32, 7), { known, of: async (id) => known(id) }, () => now)
  return { signer, epochs, pass: (seconds: number) => (now += seconds * 1000) }
}

describe('a signed path', () => {
  it('ends with the epoch of the user to whom it was given, and of its map', async () => {
    const { signer, epochs } = stage()
    const ticket = signer.ticket(map, 'scan', VIEWER)
    const ofOther = signer.ticket(map, 'scan', OTHER)
    expect(await signer.opens(ticket, map, 'scan')).toBe(true)
    expect(await signer.opens(ticket, { ...map, accessEpoch: 4 }, 'scan')).toBe(false)
    epochs[VIEWER] = 1
    expect(await signer.opens(ticket, map, 'scan')).toBe(false)
    expect(await signer.opens(ofOther, map, 'scan')).toBe(true)
    expect(await signer.opens(signer.ticket(map, 'scan', VIEWER), map, 'scan')).toBe(true)
    delete epochs[OTHER]
    expect(await signer.opens(ofOther, map, 'scan')).toBe(false)
  })

  it('is nobody’s who has put their name on it, nor taken it off', async () => {
    const { signer } = stage()
    const [expiry, mac] = signer.ticket(map, 'scan', VIEWER).split('.')
    const [, macOfLink] = signer.ticket(map, 'scan', null).split('.')
    for (const forged of [
      `${expiry}.${mac}`,
      `${expiry}.${mac}.${OTHER}`,
      `${expiry}.${macOfLink}.${VIEWER}`,
      `${expiry}.${mac}.x`,
    ])
      expect(await signer.opens(forged, map, 'scan'), forged).toBe(false)
  })

  it('that came of an unlisted link has no user, and lasts an hour at most', async () => {
    const { signer, epochs, pass } = stage()
    const ticket = signer.ticket(map, 'v1', null)
    epochs[VIEWER] = 9
    expect(await signer.opens(ticket, map, 'v1')).toBe(true)
    expect(await signer.opens(ticket, map, 'v2')).toBe(false)
    pass(3_600)
    expect(await signer.opens(ticket, map, 'v1')).toBe(false)
  })

  it('leads to paths that end with it', () => {
    const { signer } = stage()
    const ticket = signer.ticket(map, 'scan', VIEWER)
    expect(signedFor({ viewerId: null, ticket })).toBe(VIEWER)
    expect(signedFor({ viewerId: OTHER, ticket })).toBe(OTHER)
    expect(signedFor({ viewerId: null, ticket: signer.ticket(map, 'scan', null) })).toBeNull()
    expect(signedFor({ viewerId: null, ticket: null })).toBeNull()
  })
})
