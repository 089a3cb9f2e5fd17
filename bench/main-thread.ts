import type { Browser, Page } from 'playwright-core'

/** One task of the page's main thread. */
export interface MainThreadTask {
  /** From its beginning to its end, ms: what the browser's long-task entries count. Grows when other programs run. */
  readonly wallMs: number
  /** Of that, what the thread itself computed, ms: neither waiting for the GPU's process nor for a free core. */
  readonly cpuMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts?: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly isMainFrame?: boolean } }
}

const MICROSECONDS = 1000

/** All tasks of the main thread of `page`, as Chromium's own trace tells them, while `work` goes on. */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainThreadTask[]> {
  const events = await mainThreadEvents(browser, page, work, [])
  const tasks = events.filter(isTask).map(timesOf)
  if (tasks.length === 0) throw new Error('the trace holds no task of the main thread')
  return tasks
}

/**
 * What the main thread of `page` computed for each frame that scripts drew while `work` went on, ms: the task with the
 * frame's callbacks and all tasks since the frame before.
 */
export async function computedPerFrame(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
  const events = await mainThreadEvents(browser, page, work, ['devtools.timeline'])
  const drawn = events
    .filter(({ name }) => name === 'FireAnimationFrame')
    .map(({ ts = 0 }) => ts)
    .toSorted((a, b) => a - b)
  const frames: number[] = []
  let [computed, next] = [0, 0]
  for (const { ts = 0, dur = 0, tdur = 0 } of events
    .filter(isTask)
    .toSorted((a, b) => (a.ts ?? 0) - (b.ts ?? 0))) {
    computed += tdur / MICROSECONDS
    const before = next
    while (next < drawn.length && drawn[next]! <= ts + dur) next += 1
    if (next === before) continue
    frames.push(computed)
    computed = 0
  }
  if (frames.length === 0) throw new Error('the trace holds no frame')
  return frames
}

const isTask = ({ name, ph }: TraceEvent) => name === 'RunTask' && ph === 'X'
const timesOf = ({ dur = 0, tdur = 0 }: TraceEvent): MainThreadTask => ({
  wallMs: dur / MICROSECONDS,
  cpuMs: tdur / MICROSECONDS,
})

async function mainThreadEvents(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
  categories: readonly string[],
): Promise<TraceEvent[]> {
  // The page's process is known by a mark that only it makes.
  const mark = `tasks ${page.url()}`
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata', ...categories],
  })
  let trace: Buffer
  try {
    await page.evaluate((name) => void performance.mark(name), mark)
    await work()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const own = traceEvents.find(({ name }) => name === mark)
  if (!own) throw new Error('the trace does not tell the page from others')
  const main = traceEvents.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === own.pid && args?.name === 'CrRendererMain',
  )
  return traceEvents.filter(({ pid, tid }) => pid === own.pid && tid === main?.tid)
}

/** The value below which `share` of the values lie, 0 to 1; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
