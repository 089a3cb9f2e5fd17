import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../../contract/api/session.ts'
import { SessionStore } from './session-store.ts'

const user: User = {
  id: 'u1',
  _id: 'u1',
  username: 'Ona',
  email: 'ona@a.lt',
  firstName: null,
  lastName: null,
}
const refusal = new Error('refused')
const freeDevice = vi.fn<() => void>()

let token: string | null
const validate = vi.fn<(signal: AbortSignal) => Promise<User>>()
const removeToken = vi.fn<() => void>(() => {
  token = null
})

let hasWork: boolean
let memory: { token: string; user: User } | null

const newStore = () =>
  new SessionStore({
    readToken: () => token,
    removeToken,
    remembered: (asked) => (memory?.token === asked ? memory.user : null),
    remember: (held, of) => void (memory = { token: held, user: of }),
    forget: () => void (memory = null),
    validate,
    isRefusal: (error) => error === refusal,
    hasUnsavedWork: () => hasWork,
    freeDevice,
  })

beforeEach(() => {
  vi.useFakeTimers()
  token = 't1'
  hasWork = false
  memory = null
  validate.mockReset()
  removeToken.mockClear()
  freeDevice.mockClear()
})
afterEach(() => vi.useRealTimers())

describe('the session', () => {
  it('is anonymous at once without a token, and asks nobody', async () => {
    token = null
    const store = newStore()
    expect(store.state().status).toBe('anonymous')
    await store.check()
    expect(validate).not.toHaveBeenCalled()
  })

  describe('frees the device of what the server has too', () => {
    it('once its token is gone, not where there was none, nor where it is merely not known to be good', async () => {
      token = null
      await newStore().check()
      token = 't1'
      validate.mockRejectedValueOnce(refusal).mockRejectedValueOnce(new Error('away'))
      await newStore().check()
      token = 't1'
      const store = newStore()
      await store.check()
      expect(freeDevice).not.toHaveBeenCalled()
      token = null
      await store.check()
      expect(freeDevice).toHaveBeenCalledOnce()
    })

    async function endedUnderWork() {
      validate.mockResolvedValueOnce(user)
      const store = newStore()
      await store.check()
      hasWork = true
      token = null
      await store.check()
      return store
    }

    it('under open work not before its user leaves, and not where they are back', async () => {
      const store = await endedUnderWork()
      expect(store.state().status).toBe('ended')
      token = 't3'
      store.accept(user)
      expect(freeDevice).not.toHaveBeenCalled()
      store.leave()
      expect(freeDevice).toHaveBeenCalledOnce()
    })

    it('where another user takes the place of who had open work', async () => {
      const store = await endedUnderWork()
      token = 't3'
      store.accept({ ...user, id: 'u2', _id: 'u2' })
      expect(freeDevice).toHaveBeenCalledOnce()
    })
  })

  it('loads until the token is validated, then knows the user', async () => {
    validate.mockResolvedValue(user)
    const store = newStore()
    expect(store.state().status).toBe('loading')
    await store.check()
    expect(store.state()).toEqual({ status: 'authenticated', user })
    await store.check()
    expect(validate).toHaveBeenCalledTimes(1)
  })

  it('removes a refused token silently', async () => {
    validate.mockRejectedValue(refusal)
    const store = newStore()
    await store.check()
    expect(store.state().status).toBe('anonymous')
    expect(removeToken).toHaveBeenCalledOnce()
  })

  it('keeps the token while the server is away, and asks again', async () => {
    validate.mockRejectedValueOnce(new Error('no answer')).mockResolvedValue(user)
    const store = newStore()
    await store.check()
    expect(token).toBe('t1')
    expect(store.state()).toEqual({ status: 'loading', user: null, hasFailed: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.state().status).toBe('authenticated')
  })

  it('drops an answer that a newer token has overtaken', async () => {
    let answerFirst: (answered: User) => void = () => undefined
    validate.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
    validate.mockResolvedValueOnce({ ...user, username: 'Jonas' })
    const store = newStore()
    const first = store.check()
    token = 't2'
    await store.check()
    answerFirst(user)
    await first
    expect(store.state().user?.username).toBe('Jonas')
  })
})

describe('a session that ends under open work', () => {
  const other: User = { ...user, id: 'u2', _id: 'u2', username: 'Jonas' }

  async function endedStore() {
    validate.mockResolvedValueOnce(user)
    const store = newStore()
    await store.check()
    hasWork = true
    token = null
    await store.check()
    return store
  }

  it('keeps its user until they are back', async () => {
    const store = await endedStore()
    expect(store.state()).toEqual({ status: 'ended', user })
    validate.mockResolvedValueOnce(user)
    token = 't2'
    const checked = store.check()
    expect(store.state()).toEqual({ status: 'ended', user })
    await checked
    expect(store.state()).toEqual({ status: 'authenticated', user })
  })

  it('is not handed to another user', async () => {
    const store = await endedStore()
    validate.mockResolvedValueOnce(other)
    token = 't2'
    await store.check()
    expect(store.state()).toEqual({ status: 'replaced', user, other })
    token = null
    await store.check()
    expect(store.state()).toEqual({ status: 'ended', user })
  })

  it('is over when it is left, and when its work is gone before', async () => {
    const store = await endedStore()
    store.leave()
    expect(store.state().status).toBe('anonymous')
    validate.mockResolvedValueOnce(user)
    token = 't3'
    await store.check()
    hasWork = false
    token = null
    await store.check()
    expect(store.state().status).toBe('anonymous')
  })
})

describe('without an answer', () => {
  const unanswered = new TypeError('offline')

  it('knows whose token it is by what the device remembers, and asks again', async () => {
    memory = { token: 't1', user }
    validate.mockRejectedValueOnce(unanswered).mockResolvedValue(user)
    const store = newStore()
    await store.check()
    expect(store.state()).toEqual({ status: 'unverified', user, hasFailed: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.state()).toEqual({ status: 'authenticated', user })
  })

  it('does not wait for a poor line for more than four seconds, and takes its answer when it comes', async () => {
    memory = { token: 't1', user }
    let answer: (user: User) => void = () => undefined
    validate.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const store = newStore()
    void store.check()
    await vi.advanceTimersByTimeAsync(3_900)
    expect(store.state().status).toBe('loading')
    await vi.advanceTimersByTimeAsync(200)
    expect(store.state()).toEqual({ status: 'unverified', user, hasFailed: false })
    answer(user)
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state()).toEqual({ status: 'authenticated', user })
  })

  it('knows nobody by the token of another', async () => {
    memory = { token: 'of another', user }
    validate.mockRejectedValue(unanswered)
    const store = newStore()
    await store.check()
    expect(store.state()).toEqual({ status: 'loading', user: null, hasFailed: true })
  })

  it('keeps open work through every further question, and ends it when the token is refused', async () => {
    memory = { token: 't1', user }
    hasWork = true
    validate.mockRejectedValueOnce(unanswered).mockRejectedValueOnce(unanswered).mockRejectedValue(refusal)
    const store = newStore()
    await store.check()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.state().status).toBe('unverified')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.state()).toEqual({ status: 'ended', user })
    expect(memory).toBeNull()
  })

  it('forgets who was signed in when they leave', async () => {
    validate.mockResolvedValue(user)
    const store = newStore()
    await store.check()
    expect(memory).toEqual({ token: 't1', user })
    store.leave()
    expect(memory).toBeNull()
  })
})
