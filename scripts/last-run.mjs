/** The last whole run of the tests, saved for the table of tiers. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'

const PATH = 'node_modules/.cache/palimpsest-tests/last-run.json'
/** Clock ticks in a second, as Linux counts the time of processes. */
const TICKS = 100

/** Processor seconds of all programs that this process has started and that have ended; undefined outside of Linux. */
export function endedCpuSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return undefined
  }
}

/** The checked-out commit, abbreviated; undefined outside of a checkout. */
export function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Saves what `runSteps` gives back of a run. */
export function saveRun({ groups }) {
  const steps = groups.map(({ name, seconds, cpuSeconds, files }) => ({
    name,
    seconds,
    cpuSeconds,
    files: files.map((file) => ({
      name: file.name,
      seconds: (file.endTime - file.startTime) / 1000,
      tests: file.assertionResults.length,
    })),
  }))
  mkdirSync(dirname(PATH), { recursive: true })
  const form = process.env.LONG ? 'long' : 'short'
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(PATH, JSON.stringify({ date, commit: commit(), form, steps }))
}

/** The saved run. Throws where there is none. */
export const readRun = () => JSON.parse(readFileSync(PATH, 'utf8'))
