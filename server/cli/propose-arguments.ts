import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SERIES } from '../../lettering/sheets/series.ts'
import { UsageError } from './warp-arguments.ts'

export const USAGE = `Usage: npm run propose -- SCAN --json OUT.json [--near LON,LAT,KM] [--names FILE] [--series NAME]

Reads the names on a scanned map and proposes control points: where a name stands on the scan, and where the place of
that name lies. Of a sheet of a series the four corners instead. A proposal is to be looked at by a person.

SCAN     jpeg, png, webp, tiff or gif
--json   file that is written: {"points": [{"image": [x, y], "map": [lon, lat], "read", "name", "odds"}], "odds", "reason"}
         with pixels of the upright scan from its upper left corner, degrees of WGS 84 and odds as log10
--near   where the map may lie: longitude, latitude and kilometres around (default: the whole world)
--names  further places, as CSV with the columns name, lon and lat (and other_names, parted by |), or GeoJSON points with
         a property name
--series what series the scan is a sheet of: ${SERIES.map(({ key }) => key).join(', ')}, or a JSON file with a rule of your own, as
         docs/formats.md shows; the sheet is known by its title, the corners have no odds (null)
--help   this text

Ends with 0 when the file was written, without points too where nothing is sure; 1 when the scan could not be read, 2 on
wrong usage, 130 when interrupted. LETTERING_MODELS names a folder of other models than the installed ones.`

/** Where a map may lie: places within so many km. */
export interface Near {
  readonly lon: number
  readonly lat: number
  readonly km: number
}

export interface ProposeJob {
  readonly scanPath: string
  readonly outPath: string
  readonly namesPath?: string
  readonly near?: Near
  /** A known series, or the path of a file with its rule. */
  readonly series?: string
}

export type ProposeArguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'propose'; readonly job: ProposeJob }

/** Half the way around the earth, in km. */
const FARTHEST_KM = 20_038

/**
 * @param args the words after the program's name.
 * @param folder what relative paths start from.
 * @throws UsageError
 */
export function parseProposeArguments(args: readonly string[], folder: string): ProposeArguments {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  const [scan, ...rest] = positionals
  if (scan === undefined || rest.length > 0)
    throw new UsageError(`expected one SCAN, got ${positionals.length} file names`)
  if (!values.json) throw new UsageError('--json is missing: the file that is to be written')
  const [scanPath, outPath] = [resolve(folder, scan), resolve(folder, values.json)]
  const namesPath = values.names === undefined ? undefined : resolve(folder, values.names)
  if (values.series !== undefined && values.near !== undefined)
    throw new UsageError('--near says nothing of a sheet of a series: its title tells where it lies')
  const series = values.series === undefined ? undefined : seriesOf(values.series, folder)
  if (outPath === series) throw new UsageError(`${outPath} would be overwritten`)
  if (outPath === scanPath || outPath === namesPath) throw new UsageError(`${outPath} would be overwritten`)
  return {
    kind: 'propose',
    job: {
      scanPath,
      outPath,
      ...(namesPath !== undefined && { namesPath }),
      ...(values.near !== undefined && { near: nearOf(values.near) }),
      ...(series !== undefined && { series }),
    },
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: withSigns(args),
      allowPositionals: true,
      options: {
        json: { type: 'string' },
        near: { type: 'string' },
        names: { type: 'string' },
        series: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const seriesOf = (text: string, folder: string): string =>
  SERIES.some(({ key }) => key === text) ? text : resolve(folder, text)

/** West and south begin with a sign, which would be taken for an option. */
function withSigns(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    if (arg === '--near' && /^-[\d.]/.test(args[at + 1] ?? '')) return `--near=${args[at + 1]}`
    return args[at - 1] === '--near' && /^-[\d.]/.test(arg) ? [] : arg
  })
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

function nearOf(text: string): Near {
  const parts = text.split(',').map((part) => part.trim())
  const [lon = NaN, lat = NaN, km = NaN] = parts.map((part) => (NUMBER.test(part) ? Number(part) : NaN))
  const isNear =
    parts.length === 3 && Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && km > 0 && km <= FARTHEST_KM
  if (!isNear)
    throw new UsageError(
      `--near takes longitude, latitude and kilometres, for example 7.6,47.5,200, not ${text}`,
    )
  return { lon, lat, km }
}
