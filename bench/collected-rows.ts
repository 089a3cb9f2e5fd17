import type { BenchRow } from './bench-row.ts'

/** Rows of a bench of which a part may fail: it becomes a row that says so, and all others stay. */
export interface CollectedRows {
  readonly rows: BenchRow[]
  readonly add: (name: string, measure: () => Promise<BenchRow[]>) => Promise<void>
}

export function collectRows(log: (line: string) => void): CollectedRows {
  const rows: BenchRow[] = []
  return {
    rows,
    async add(name, measure) {
      try {
        rows.push(...(await measure()))
      } catch (error) {
        const [said = ''] = String(error).split('\n')
        log(`  ${name} failed: ${said}`)
        const missed = { unit: '', ours: NaN, peers: {}, ratios: {}, goal: 'measured', met: false }
        rows.push({ case: `${name}: failed, ${said}`, ...missed })
      }
    },
  }
}
