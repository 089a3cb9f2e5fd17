import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folder of real maps and numbers of other programs, beside the repository; not part of it. */
const FOLDER = fileURLToPath(new URL('../../../shared/data', import.meta.url))

export function sharedText(path: string): string {
  return readFileSync(`${FOLDER}/${path}`, 'utf8')
}

export function sharedJson<T>(path: string): T {
  return JSON.parse(sharedText(path)) as T
}

/** Rows of a CSV file as records; quoted fields may hold commas. */
export function csvRecords(text: string): Record<string, string>[] {
  const split = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((m) => (m[1] ?? '').replace(/^"|"$/g, ''))
  const [header, ...lines] = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  const names = split(header ?? '')
  return lines.map((line) => Object.fromEntries(split(line).map((value, k) => [names[k] ?? '', value])))
}

export function numberOf(record: Record<string, string>, name: string): number {
  const value = Number(record[name])
  if (!Number.isFinite(value)) throw new Error(`${name}: expected a number, got ${record[name]}`)
  return value
}

/** Control points `[imageX, imageY, mapX, mapY] * n` of a gcps.csv. */
export function gcpsOf(path: string): Float64Array {
  const rows = csvRecords(sharedText(path))
  return new Float64Array(rows.flatMap((r) => ['px', 'py', 'x', 'y'].map((name) => numberOf(r, name))))
}
