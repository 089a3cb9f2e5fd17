import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenLive, type LiveEvent } from './live-stream.ts'

/** An EventSource whose server is the test. */
class Stream extends EventTarget {
  static readonly opened: Stream[] = []
  readonly url: string
  isClosed = false
  constructor(url: string) {
    super()
    this.url = url
    Stream.opened.push(this)
  }
  close(): void {
    this.isClosed = true
  }
  tell(name: string, data?: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
}

/** The lock of the stream, which another tab may hold until `free` is called. */
function lockOfAnotherTab(): { readonly locks: unknown; readonly free: () => void } {
  let free = () => {}
  const isFree = new Promise<void>((resolve) => (free = resolve))
  const request = async (
    _name: string,
    options: { ifAvailable?: boolean },
    held: (lock: object | null) => Promise<unknown>,
  ) => {
    if (options.ifAvailable) return held(null)
    await isFree
    return held({})
  }
  return { locks: { request }, free }
}

const window = new EventTarget()
const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let token: string | null
let stop: () => void
const heard: LiveEvent[] = []

/** The stream that was opened last, once its ticket has come. */
async function latest(count: number): Promise<Stream> {
  await vi.waitFor(() => expect(Stream.opened.length).toBe(count))
  return Stream.opened[count - 1]!
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  Stream.opened.length = 0
  heard.length = 0
  token = 'ona'
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('localStorage', { getItem: () => token })
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) =>
    Promise.resolve(Response.json({ ticket: `ticket of ${headers['Authorization']}`, expiresInSeconds: 60 })),
  )
  stop = listenLive((name) => heard.push(name))
  await latest(1)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Cuts the newest stream and lets `seconds` pass, one millisecond short and then whole. */
async function cutAndWait(seconds: number): Promise<void> {
  const count = Stream.opened.length
  Stream.opened[count - 1]!.tell('error')
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
  expect(Stream.opened.length).toBe(count)
  await vi.advanceTimersByTimeAsync(1)
  await latest(count + 1)
}

describe('the live stream', () => {
  it('is cut, tried again after 1, 2, 4, 8 and 16 seconds, and then left alone until something changes', async () => {
    for (const seconds of [1, 2, 4, 8, 16]) await cutAndWait(seconds)
    Stream.opened.at(-1)!.tell('error')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(Stream.opened.length).toBe(6)
    expect(Stream.opened.every(({ isClosed }) => isClosed)).toBe(true)

    document.dispatchEvent(new Event('visibilitychange'))
    await latest(7)
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
    await latest(8)
    expect(Stream.opened.map(({ isClosed }) => isClosed).lastIndexOf(true)).toBe(6)
  })

  it('is one, however often it is begun while its ticket is still awaited', async () => {
    Stream.opened[0]!.tell('error')
    for (let n = 0; n < 3; n += 1) document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(Stream.opened.filter(({ isClosed }) => !isClosed).length).toBe(1)
    expect(Stream.opened.length).toBe(2)
  })

  it('begins its count anew once it has been open', async () => {
    for (const seconds of [1, 2, 4]) await cutAndWait(seconds)
    Stream.opened.at(-1)!.tell('open')
    Stream.opened.at(-1)!.tell('job')
    expect(heard).toEqual(['job'])
    for (const seconds of [1, 2]) await cutAndWait(seconds)
  })

  it('tells what a notification is of, and of one that it cannot read that anything may have changed', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    const moment = '2026-01-01T00:00:00Z'
    const texts = { title: 'T', message: 'M', actionUrl: null, priority: 'low' }
    const state = { isRead: false, readAt: null, createdAt: moment, actionRequired: false }
    const notification = { _id: '1', id: '1', ...texts, ...state, sender: null, data: {} }
    Stream.opened[0]!.tell('notification', { ...notification, type: 'catalog_shared' })
    expect(heard).toEqual(['catalog_shared'])
    expect(report).not.toHaveBeenCalled()
    Stream.opened[0]!.tell('notification', { ...notification, type: 'of a later version' })
    expect(heard).toEqual(['catalog_shared', 'unknown'])
    expect(report).toHaveBeenCalledOnce()
    report.mockRestore()
  })

  it('tells of which map a discussion is', () => {
    const told: unknown[] = []
    const end = listenLive((...event) => told.push(event))
    return latest(2).then((own) => {
      own.tell('discussion', { mapId: 'm1' })
      own.tell('map', { mapId: 'm1' })
      expect(told).toEqual([['discussion', 'm1'], ['map']])
      end()
    })
  })

  it('says that anything may have changed when it is open again after a cut, not when it first opens', async () => {
    Stream.opened[0]!.tell('open')
    expect(heard).toEqual([])
    await cutAndWait(1)
    Stream.opened[1]!.tell('open')
    expect(heard).toEqual(['unknown'])
  })

  it('says that anything may have changed when it is taken over from a tab that closed', async () => {
    const { locks, free } = lockOfAnotherTab()
    vi.stubGlobal('navigator', { locks })
    const told: LiveEvent[] = []
    const end = listenLive((event) => told.push(event))
    free()
    const own = await latest(2)
    own.tell('open')
    expect(told).toEqual(['unknown'])
    end()
  })

  it('is opened for another user when the token changes, in this tab or in another, and closed without one', async () => {
    expect(Stream.opened[0]!.url).toContain(encodeURIComponent('ticket of Bearer ona'))
    token = 'jonas'
    window.dispatchEvent(new Event('authChange'))
    const second = await latest(2)
    expect(second.url).toContain(encodeURIComponent('ticket of Bearer jonas'))
    expect(Stream.opened[0]!.isClosed).toBe(true)

    token = 'petras'
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }))
    const third = await latest(3)
    expect(third.url).toContain(encodeURIComponent('ticket of Bearer petras'))
    expect(second.isClosed).toBe(true)

    token = null
    window.dispatchEvent(new Event('authChange'))
    expect(third.isClosed).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(Stream.opened.length).toBe(3)
  })
})
