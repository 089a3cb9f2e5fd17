/** One line of a bench: our figure beside every peer's, measured in the same run. */
export interface BenchRow {
  /** What was measured, with its size: "solve, n = 200". */
  case: string
  /** Unit of `ours` and `peers`: "ms", "Mpx/s", "px". */
  unit: string
  /** Our figure: the median of the rounds. */
  ours: number
  /** Each peer's median; a peer that is not installed is absent here and named in `skipped`. */
  peers: Record<string, number>
  /** How many times better ours is than each peer's. */
  ratios: Record<string, number>
  /** The figure to reach, in words. */
  goal: string
  /** Whether it was reached; undefined where the row only informs. */
  met?: boolean
  /** Least of our rounds, beside the median. */
  oursMin?: number
  /** Each peer's least. */
  peersMin?: Record<string, number>
  skipped?: string[]
}

/** A figure of ours that stands alone, with the goal that it is held against. */
export const ownRow = (name: string, unit: string, ours: number, goal = '', met?: boolean): BenchRow => ({
  case: name,
  unit,
  ours,
  peers: {},
  ratios: {},
  goal,
  ...(met !== undefined && { met }),
})

/** What a bench is given: `quick` asks for the short form that tests run. */
export interface BenchContext {
  log: (line: string) => void
  quick: boolean
}

/** The default export of each `bench/NAME.ts`. */
export type Bench = (context: BenchContext) => Promise<BenchRow[]>
