import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type QuietOptions, requestsUnderWay, twoScreenFrames } from './settled.ts'

/** Timers of the page that are this long or shorter have run when a fact is said to stay, ms, unless a test says more. */
const TIMERS_MS = 300

export interface StaysOptions extends QuietOptions {
  /** Timers of the page that have to run, ms. Default: 300, which is longer than most delays of what is typed and shown. */
  readonly timersMs?: number
  readonly message?: string
}

type Matchers<Value> = ReturnType<typeof expect.poll<Value>>

/**
 * Expects that something is so and stays so: first it becomes so, as with `expect.poll`; from then on every read must
 * pass until no request of the page is under way, its short timers have run, and two frames have been drawn.
 * For what must not happen: read once, it is right a moment before it goes wrong.
 *
 *     await stays(page, () => selected().count()).toBe(0)
 */
export function stays<Value>(page: Page, read: () => Value, options: StaysOptions = {}): Matchers<Value> {
  const { message, timersMs = TIMERS_MS } = options
  return chain(async (apply) => {
    await apply(expect.poll(read, message === undefined ? {} : { message }))
    const check = async () => apply(expect(await read(), message))
    const since = Date.now()
    const endsAt = since + (options.timeout ?? 20_000)
    for (let open = requestsUnderWay(page, options); ; open = requestsUnderWay(page, options)) {
      await check()
      if (open.length === 0 && Date.now() - since >= timersMs) break
      if (Date.now() > endsAt) throw new Error(`requests are still under way: ${open.join('; ')}`)
      await pause(100)
    }
    await twoScreenFrames(page)
    await check()
  }) as Matchers<Value>
}

/** Properties and one call of a matcher, applied to each of several expectations. */
type Apply = (expectation: object) => unknown

/** Collects `.not.toBe(0)` and the like, and runs it when the matcher is called. */
function chain(run: (apply: Apply) => Promise<void>, path: readonly string[] = []): object {
  const target = (...args: unknown[]) => {
    const names = [...path]
    const matcher = names.pop()!
    return run((expectation) => {
      const owner = names.reduce<object>((from, name) => Reflect.get(from, name) as object, expectation)
      const call = Reflect.get(owner, matcher) as (...given: unknown[]) => unknown
      return call.apply(owner, args)
    })
  }
  return new Proxy(target, {
    get: (_target, name) => (typeof name === 'string' ? chain(run, [...path, name]) : undefined),
  })
}

/** Expects that nothing of this kind is on the page, and that none comes. */
export const expectAbsent = (locator: Locator, options: StaysOptions = {}): Promise<void> =>
  stays(locator.page(), () => locator.count(), options).toBe(0)
