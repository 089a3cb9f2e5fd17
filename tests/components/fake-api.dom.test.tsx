import { beforeEach, describe, expect, it } from 'vitest'
import { updateProfile } from '../../contract/api/auth.ts'
import { getMap, personalMaps } from '../../contract/api/maps.ts'
import { unreadCount } from '../../contract/api/notifications.ts'
import { validateToken } from '../../contract/api/session.ts'
import { FakeApi, fieldsRefused, refusal } from './fake-api.ts'
import { ONA } from './samples.ts'

let api: FakeApi

beforeEach(() => {
  api = new FakeApi((language, namespace) => ({ language, namespace }))
})

const ask = (path: string, init?: RequestInit) => api.fetch(`/api${path}`, init)
const save = (body: object) => ask('/auth/profile', { method: 'PUT', body: JSON.stringify(body) })

describe('the fake server', () => {
  it('answers a call, and shows what it was sent as the schemas have it', async () => {
    api.answer(updateProfile, { user: ONA })
    const response = await ask('/auth/profile', {
      method: 'PUT',
      headers: { authorization: 'Bearer abc' },
      body: JSON.stringify({ username: ' Ona ', lastName: '' }),
    })
    expect(await response.json()).toEqual({ user: ONA })
    expect(api.sent(updateProfile)).toMatchObject([
      {
        token: 'abc',
        body: { username: 'Ona', lastName: null },
        sentBody: { username: ' Ona ', lastName: '' },
      },
    ])
    expect(api.takeFaults()).toEqual([])
  })

  it('names a call that no answer was given for', async () => {
    expect((await ask('/notifications/unread-count')).status).toBe(501)
    expect(api.takeFaults()).toEqual(['unreadCount (GET /notifications/unread-count) has no answer'])
  })

  it('names a request that is no call of the contract', async () => {
    await ask('/nowhere')
    expect(api.takeFaults()).toEqual(['GET /api/nowhere is no call of the contract'])
  })

  it('finds fault with a reply that breaks its schema', async () => {
    api.answer(unreadCount, { unreadCount: 0.5 })
    expect((await ask('/notifications/unread-count')).status).toBe(501)
    expect(api.takeFaults()).toEqual([
      expect.stringMatching(/^the reply to unreadCount breaks its schema: [^]*"unreadCount"/),
    ])
  })

  it('finds fault with a request that breaks its schema, unless it is answered with 400', async () => {
    api.answer(updateProfile, { user: ONA })
    await save({ username: 'O' })
    expect(api.takeFaults()).toEqual([
      expect.stringMatching(/^updateProfile was sent what its schema refuses: [^]*"username"/),
    ])
    api.answer(updateProfile, fieldsRefused({ username: 'errors.fields.usernameLength' }))
    const response = await save({ username: 'O' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: { username: 'A username has 3 to 30 characters' },
      errorKeys: { username: 'errors.fields.usernameLength' },
    })
    expect(api.takeFaults()).toEqual([])
  })

  it('tells calls with a parameter from those without', async () => {
    api.answer(personalMaps, { maps: [], nextCursor: null })
    api.answer(getMap, ({ params }) =>
      refusal(404, params.id === 'a b' ? 'errors.notFound' : 'errors.conflict'),
    )
    expect((await ask('/maps/PersonalMaps?limit=5')).status).toBe(200)
    expect(api.sent(personalMaps)[0]?.query.limit).toBe(5)
    expect(await (await ask('/map/a%20b')).json()).toMatchObject({ messageKey: 'errors.notFound' })
  })

  it('keeps a request waiting, lets it be given up, and answers the others once it is released', async () => {
    api.answer(validateToken, { user: ONA })
    const release = api.hold(validateToken)
    const ending = new AbortController()
    const given = ask('/auth/validate-token', { signal: ending.signal })
    const waiting = ask('/auth/validate-token')
    let isAnswered = false
    void waiting.then(() => (isAnswered = true))
    await api.idle()
    expect(isAnswered).toBe(false)
    ending.abort()
    await expect(given).rejects.toThrow(/abort/i)
    release()
    expect((await waiting).status).toBe(200)
  })

  it('cannot be reached while it is away, and loses answers where that is asked', async () => {
    api.answer(validateToken, { user: ONA })
    api.isReachable = false
    await expect(ask('/auth/validate-token')).rejects.toThrow('Failed to fetch')
    expect(api.sent(validateToken)).toEqual([])
    expect(api.attempts(validateToken)).toHaveLength(1)
    api.isReachable = true
    const stopLosing = api.loseAnswers(validateToken)
    await expect(ask('/auth/validate-token')).rejects.toThrow('Failed to fetch')
    expect(api.sent(validateToken)).toHaveLength(1)
    stopLosing()
    expect((await ask('/auth/validate-token')).status).toBe(200)
  })

  it('gives the texts of the interface', async () => {
    const response = await api.fetch('/locales/lt/common.json')
    expect(await response.json()).toEqual({ language: 'lt', namespace: 'common' })
  })
})
