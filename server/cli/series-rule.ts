import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { SERIES, type SeriesRule } from '../../lettering/sheets/series.ts'
import { UsageError } from './warp-arguments.ts'

const MOST_BYTES = 10_000
const longitude = z.number().min(-180).max(180)
const latitude = z.number().min(-90).max(90)

/** A rule as a person types it; what each field is, `SeriesRule` says. */
const ruleSchema = z.strictObject({
  name: z.string().min(1).max(200),
  width: z.number().positive().max(90),
  height: z.number().positive().max(90),
  origin: z.tuple([z.number().min(-360).max(360), latitude]),
  meridian: longitude,
  system: z.string().regex(/^EPSG:\d{4,5}$/),
  extent: z.strictObject({ west: longitude, south: latitude, east: longitude, north: latitude }),
  rowsAndColumns: z.strictObject({ west: longitude, north: latitude }).exactOptional(),
})

/**
 * The rule of a series that is known by its key, else of a file.
 *
 * @throws UsageError that names the file and the field at fault
 */
export async function readSeriesRule(series: string): Promise<SeriesRule> {
  const known = SERIES.find(({ key }) => key === series)
  if (known) return known
  const name = basename(series)
  let read: unknown
  try {
    const { size } = await stat(series)
    if (size > MOST_BYTES) throw new Error(`it has ${size} bytes, and a rule has at most ${MOST_BYTES}`)
    read = JSON.parse(await readFile(series, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`the rule ${name} cannot be read: ${why}`, { cause: error })
  }
  const { data, error } = ruleSchema.safeParse(read)
  if (data) return { key: name, ...data }
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`)
  throw new UsageError(`the rule ${name} is wrong at ${faults.join('; ')}`)
}
