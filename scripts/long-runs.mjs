/**
 * When the long form last ran, and on what: tests/long-run.json, written at the end of `npm run test:long` and committed
 * with what it found.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { commit } from './last-run.mjs'

const PATH = 'tests/long-run.json'
const DAY_MS = 86_400_000
/** It is due after so many days or commits, whichever comes first. */
const DUE_DAYS = 14
const DUE_COMMITS = 300

const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

/** Commits since `revision`; undefined where the history does not hold it, as in a shallow clone. */
function commitsSince(revision) {
  try {
    const args = ['rev-list', '--count', `${revision}..HEAD`]
    return Number(execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

/**
 * What to read at the end of a run.
 *
 * @param last - the saved run; undefined where there is none
 * @param now - milliseconds since 1970
 * @param commits - since that run; undefined where nobody knows
 */
export function ageOfLongRun(last, now, commits) {
  if (last === undefined) return 'The long form (npm run test:long) has not run yet.'
  const days = Math.floor((now - Date.parse(last.date)) / DAY_MS)
  const since = [counted(days, 'day'), ...(commits === undefined ? [] : [counted(commits, 'commit')])].join(
    ', ',
  )
  const isDue = days >= DUE_DAYS || (commits ?? 0) >= DUE_COMMITS
  const outcome = `${last.passed} passed, ${last.failed} failed`
  return `The long form last ran on ${last.date} at ${last.commit} (${since} ago): ${outcome}.${isDue ? ' It is due: npm run test:long.' : ''}`
}

/** The line about the last long run. */
export function lastLongRun() {
  const last = existsSync(PATH) ? JSON.parse(readFileSync(PATH, 'utf8')) : undefined
  return ageOfLongRun(last, Date.now(), last && commitsSince(last.commit))
}

/** Saves the outcome of a long run on the present commit. */
export function saveLongRun({ passed, failed }) {
  const run = { date: new Date().toISOString().slice(0, 10), commit: commit() ?? 'unknown', passed, failed }
  writeFileSync(PATH, `${JSON.stringify(run, undefined, 2)}\n`)
}
