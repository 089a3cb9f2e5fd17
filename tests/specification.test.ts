import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCsv, readStatements } from '../scripts/statements.mjs'
import { describeWithSharedData, sharedData } from './support/shared-data.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const rows = readStatements(join(ROOT, 'tests/specification.csv'))

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
    const referred = rows.map((row) => row.id)
    expect(referred.filter((id) => !known.includes(id))).toEqual([])
  })

  it('are each shown', () => {
    const shown = new Set(rows.map((row) => row.id))
    expect(known.filter((id) => !shown.has(id))).toEqual([])
  })
})
