import { openBrowser, openPage } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/server.ts'
import {
  dragAbout,
  MANY_POINTS,
  manyPoints,
  openEditorWith,
  showWorstPoint,
} from '../tests/e2e/drag-editor.ts'
import { mainThreadTasks, quantile } from './main-thread.ts'
import type { MainThreadTask } from './main-thread.ts'
import { untilCalm } from '../tests/e2e/main-job-editor.ts'
import type { Bench, BenchRow } from './bench-row.ts'

/** No task of the main thread may be longer: from here on a browser calls it a long task. */
const LONGEST_TASK_MS = 50
const DRAG_MS = 3000

/**
 * One of 343 control points dragged about in the editor, in real Chromium with software graphics: the main thread's
 * tasks by Chromium's own trace. What counts is the time that the thread computes; the time from beginning to end is
 * told beside it, which software graphics and other programs on few cores stretch.
 */
const bench: Bench = async ({ log, quick }) => {
  const map = await manyPoints()
  const server = await startServer({ env: { BASEMAPS: 'null' } })
  const browser = await openBrowser()
  try {
    const opened = await openPage(browser, server.url)
    const { page } = opened
    await openEditorWith(page, server.url, map)
    const rows: BenchRow[] = []
    for (const pane of ['Scan', 'Base map'] as const) {
      log(`drag: one of ${MANY_POINTS} points of ${map.name} in the pane "${pane}"`)
      const place = await showWorstPoint(page, pane)
      const tasks = await mainThreadTasks(browser, page, () => dragAbout(page, place, quick ? 500 : DRAG_MS))
      await untilCalm(page, 'Base map')
      rows.push(...rowsOf(`${map.name}, ${pane.toLowerCase()}`, tasks))
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

export default bench

function rowsOf(name: string, tasks: readonly MainThreadTask[]): BenchRow[] {
  const goal = `at most ${LONGEST_TASK_MS} ms`
  const row = (what: string, value: number, more: Pick<BenchRow, 'goal' | 'met'>): BenchRow => ({
    case: `drag of 1 of ${MANY_POINTS}, ${name}: ${what}`,
    unit: 'ms',
    ours: value,
    peers: {},
    ratios: {},
    ...more,
  })
  const [cpu, wall] = [tasks.map(({ cpuMs }) => cpuMs), tasks.map(({ wallMs }) => wallMs)]
  const worst = Math.max(...cpu)
  return [
    row('longest task, computing', worst, { goal, met: worst <= LONGEST_TASK_MS }),
    row('99 of 100 tasks, computing', quantile(cpu, 0.99), { goal }),
    row('longest task, by the clock', Math.max(...wall), { goal: `${goal} on an idle machine` }),
    row('99 of 100 tasks, by the clock', quantile(wall, 0.99), { goal: `${goal} on an idle machine` }),
  ]
}
