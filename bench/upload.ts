import { newUser } from '../tests/support/api.ts'
import { roomForUpload, timesOfCalls, uploadLarge } from '../tests/support/large-upload.ts'
import { startServer } from '../tests/support/server.ts'
import type { Bench, BenchRow } from './bench-row.ts'

const [MB, GIB] = [1e6, 2 ** 30]
const MEMORY_GOAL_MB = 150
const CALL_GOAL_MS = 500
const AGAIN_GOAL_PERCENT = 1

/**
 * A resumable upload of 20 GiB by the protocol's own client over a connection that is cut each 2 GiB: what is sent again, by
 * how much the server grows, and how long other calls take in the meantime. Where the disk is too small, less is sent.
 */
const bench: Bench = async ({ log, quick }) => {
  const wanted = quick ? GIB / 4 : 20 * GIB
  const bytes = roomForUpload(wanted)
  const name = `upload of ${(bytes / GIB).toFixed(2)} GiB`
  if (bytes < wanted) log(`The disk has room for ${(bytes / GIB).toFixed(2)} GiB only.`)
  // A scan of nothing is not to be converted.
  const server = await startServer({ env: { JOB_CONCURRENCY: '0' } })
  try {
    const user = await newUser(server.url)
    const callsAlone = async () => {
      const end = Date.now() + (quick ? 5_000 : 60_000)
      return timesOfCalls(user, () => Date.now() > end)
    }
    const before = await callsAlone()
    const done = await uploadLarge(server, user, { bytes, cutEach: wanted / 10 })
    const alone = [...before, ...(await callsAlone())].sort((a, b) => a - b)
    const { sentAgain, cuts, seconds, growthBytes, otherCalls } = done
    log(`${name}: ${seconds.toFixed(0)} s, cut ${cuts} times, ${otherCalls.length} other calls`)
    const quantile = (times: readonly number[], share: number) =>
      times[Math.floor((times.length - 1) * share)] ?? Number.NaN
    const beside = (share: number) => {
      const [ours, peer] = [quantile(otherCalls, share), quantile(alone, share)]
      return { peers: { 'without an upload': peer }, ratios: { 'without an upload': peer / ours } }
    }
    const againPercent = (100 * sentAgain) / bytes
    const row = (what: string, unit: string, ours: number, rest: { goal: string } & Partial<BenchRow>) => ({
      case: `${name}: ${what}`,
      unit,
      ours,
      peers: {},
      ratios: {},
      ...rest,
    })
    return [
      row('rate', 'MB/s', bytes / MB / seconds, { goal: 'informs' }),
      row('growth of the server', 'MB', growthBytes / MB, {
        goal: `at most ${MEMORY_GOAL_MB} MB`,
        met: growthBytes / MB <= MEMORY_GOAL_MB,
      }),
      row(`sent again after ${cuts} cuts`, '%', againPercent, {
        goal: `at most ${AGAIN_GOAL_PERCENT} %`,
        // What one cut costs does not depend on how much came before it.
        ...(!quick && { met: againPercent <= AGAIN_GOAL_PERCENT }),
      }),
      row('other calls, median', 'ms', quantile(otherCalls, 0.5), { ...beside(0.5), goal: 'informs' }),
      row('other calls, p99', 'ms', quantile(otherCalls, 0.99), {
        ...beside(0.99),
        goal: `at most ${CALL_GOAL_MS} ms`,
        met: quantile(otherCalls, 0.99) <= CALL_GOAL_MS,
      }),
    ]
  } finally {
    await server.stop()
  }
}

export default bench
