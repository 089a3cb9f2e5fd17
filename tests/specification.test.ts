import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCsv, readStatements } from '../scripts/statements.mjs'
import { describeWithSharedData, sharedData } from './support/shared-data.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const rows = readStatements(join(ROOT, 'tests/specification.csv'))

/** Statements about what is not built yet. Each has a row from the day on which it is. */
const NOT_BUILT: Record<string, string> = {
  'picture tiles': '8.19',
}

/** Statements of which a part is shown, by the row they have; the rest waits for what is not built. */
const PARTLY_BUILT: Record<string, string> = {
  'picture tiles': '9.11',
}
const partlyBuilt = Object.values(PARTLY_BUILT).flatMap((ids) => ids.split(' '))
const notBuilt = Object.values(NOT_BUILT).flatMap((ids) => ids.split(' '))

/**
 * Why a reference does not hold, or undefined. A reference is `file › test title` or `file.md › heading`. Whether a test
 * of that title passed is asked of the runner, at the end of `npm test`.
 */
function fault(reference: string): string | undefined {
  const [file = '', name] = reference.split(' › ')
  if (!existsSync(join(ROOT, file))) return `${file} does not exist`
  if (!name) return `${reference} names no test and no heading`
  if (!file.endsWith('.md')) return undefined
  const headings = readFileSync(join(ROOT, file), 'utf8').match(/^#+ .+$/gm) ?? []
  return headings.some((heading) => heading.replace(/^#+ /, '') === name)
    ? undefined
    : `${file} has no heading "${name}"`
}

describe('the statements of the specification', () => {
  it('are each named once', () => {
    const ids = rows.map((row) => row.id)
    expect(ids.filter((id, position) => ids.indexOf(id) !== position)).toEqual([])
  })

  it('are shown by files, and by headings of decisions, that exist', () => {
    const faults = rows.flatMap((row) => {
      if (row.shownBy.length === 0) return [`${row.id}: names nothing that shows it`]
      return row.shownBy.flatMap((reference) => fault(reference) ?? []).map((text) => `${row.id}: ${text}`)
    })
    expect(faults).toEqual([])
  })
})

describeWithSharedData('the statements of the specification beside the project', () => {
  const known = parseCsv(readFileSync(sharedData('..', 'specification.csv'), 'utf8'))
    .slice(1)
    .map(([id = '']) => id)

  it('know every id that is referred to', () => {
    const referred = [...rows.map((row) => row.id), ...notBuilt, ...partlyBuilt]
    expect(referred.filter((id) => !known.includes(id))).toEqual([])
  })

  it('are each shown, or about what is not built', () => {
    const shown = new Set(rows.map((row) => row.id))
    expect(known.filter((id) => !shown.has(id) && !notBuilt.includes(id))).toEqual([])
    expect(notBuilt.filter((id) => shown.has(id))).toEqual([])
    expect(partlyBuilt.filter((id) => !shown.has(id))).toEqual([])
  })
})
