import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeWithSharedData, sharedData } from './support/shared-data.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** One row of tests/specification.csv: a statement and the tests or decisions that show it. */
interface Row {
  id: string
  shownBy: string[]
}

/** Reads CSV with quoted cells; quotes are doubled inside a quoted cell. */
function parseCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const rows: string[][] = [[]]
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3]?.endsWith('\n')) rows.push([])
    if (match[3] === '' || cell.lastIndex >= text.length) break
  }
  return rows.filter((row) => row.some((value) => value !== ''))
}

const rows: Row[] = parseCsv(readFileSync(join(ROOT, 'tests/specification.csv'), 'utf8'))
  .slice(1)
  .map(([id = '', shownBy = '']) => ({ id, shownBy: shownBy.split(' | ').filter(Boolean) }))

/** Why a reference does not hold, or undefined. A reference is `file › test name`, or a decision's file. */
function fault(reference: string): string | undefined {
  const [file = '', name] = reference.split(' › ')
  if (!existsSync(join(ROOT, file))) return `${file} does not exist`
  if (file.startsWith('docs/decisions/')) return undefined
  if (!name) return `${reference} names no test`
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'")
  return text.includes(name) ? undefined : `${file} has no test "${name}"`
}

describe('the statements of the specification', () => {
  it('are each named once', () => {
    const ids = rows.map((row) => row.id)
    expect(ids.filter((id, position) => ids.indexOf(id) !== position)).toEqual([])
  })

  it('are shown by tests and decisions that exist', () => {
    const faults = rows.flatMap((row) => {
      if (row.shownBy.length === 0) return [`${row.id}: names nothing that shows it`]
      return row.shownBy.flatMap((reference) => fault(reference) ?? []).map((text) => `${row.id}: ${text}`)
    })
    expect(faults).toEqual([])
  })
})

describeWithSharedData('the statements of the specification beside the project', () => {
  it('know every id that is referred to', () => {
    const known = new Set(
      parseCsv(readFileSync(sharedData('..', 'specification.csv'), 'utf8')).map(([id]) => id),
    )
    expect(rows.map((row) => row.id).filter((id) => !known.has(id))).toEqual([])
  })
})
