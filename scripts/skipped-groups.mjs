import { relative } from 'node:path'
import process from 'node:process'

/** What a skipped test is told to need, at the end of its own name or of a group's around it. */
const NEEDS = /\(needs ([^)]+)\)$/

/** Statuses of vitest's report that stand for a test that did not run. */
const NOT_RUN = new Set(['skipped', 'pending', 'todo', 'disabled'])

/**
 * The groups of tests that did not run, one for each file and need.
 *
 * @param files - `testResults` of vitest's JSON report
 * @returns `group`: the file below the working folder; `needs`: what it lacks here, undefined where the long form
 *   alone runs it; `tests`: how many
 */
export function skippedGroups(files) {
  const groups = new Map()
  for (const { name, assertionResults } of files)
    for (const { status, title, ancestorTitles } of assertionResults) {
      if (!NOT_RUN.has(status)) continue
      const needs = needOf([...ancestorTitles, title])
      const key = `${name}\0${needs ?? ''}`
      const group = groups.get(key) ?? { group: relative(process.cwd(), name), needs, tests: 0 }
      group.tests += 1
      groups.set(key, group)
    }
  return [...groups.values()]
}

/** What a test needs, by its own name and those of the groups around it; undefined where none says so. */
export function needOf(titles) {
  return titles.map((title) => NEEDS.exec(title)?.[1]).find(Boolean)
}
