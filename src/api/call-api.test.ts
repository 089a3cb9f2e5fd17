import { afterEach, describe, expect, it, vi } from 'vitest'
import { login } from '../../contract/api/auth.ts'
import { getMap, updateMap } from '../../contract/api/maps.ts'
import { callApi } from './call-api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A server that refuses everything, and what it was asked; `token` is the session this browser holds. */
function refusing(token: string | null) {
  const asked: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('localStorage', { getItem: () => token, setItem() {}, removeItem() {} })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return Promise.resolve(Response.json({ message: 'No' }, { status: 403 }))
  })
  return asked
}

describe('a call of the API', () => {
  it('goes to the API’s path of this host as JSON with the bearer token, and is given ten minutes', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const asked = refusing('secret')
    await expect(
      callApi(updateMap, { params: { id: 'a/b' }, body: { title: 'Vilna' } }),
    ).rejects.toMatchObject({ status: 403 })
    expect(asked.map(({ url }) => url)).toEqual(['/api/map/update/a%2Fb'])
    expect(asked[0]?.init.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: 'Bearer secret',
    })
    expect(asked[0]?.init.body).toBe('{"title":"Vilna"}')
    expect(timeout.mock.calls).toEqual([[600_000]])
  })

  it('names no token where there is none, or where none is asked for', async () => {
    let asked = refusing(null)
    await expect(callApi(getMap, { params: { id: 'a' } })).rejects.toMatchObject({ status: 403 })
    expect(asked[0]?.init.headers).toEqual({ Accept: 'application/json' })
    asked = refusing('secret')
    await expect(
      callApi(login, { body: { email: 'jonas@example.com', password: 'Wilna1820' } }),
    ).rejects.toMatchObject({ status: 403 })
    expect(asked[0]?.init.headers).not.toHaveProperty('Authorization')
  })
})
