import { lonLatOf } from '../../../contract/web-mercator.ts'
import { systemOfText } from '../../../gcp-files/reference-systems/system-of-text.ts'
import { transformationAt } from '../../../gcp-files/reference-systems/transformation.ts'
import type { Gazetteer } from '../../../lettering/propose/gazetteer.ts'
import type { GreyPicture } from '../../../lettering/sheets/neat-line.ts'
import { proposeCorners, type CornersReason } from '../../../lettering/sheets/propose-corners.ts'
import type { SeriesRule } from '../../../lettering/sheets/series.ts'
import type { Lettering } from '../../../lettering/words.ts'

/** Points as the command writes them; without odds, since a sheet is found by a rule or not at all. */
export interface SheetProposals {
  readonly points: readonly {
    readonly image: readonly [x: number, y: number]
    /** Degrees of WGS 84. */
    readonly map: readonly [lon: number, lat: number]
    readonly read: string
    readonly name: string
    readonly odds: null
  }[]
  readonly odds: null
  readonly reason: string
}

const REASONS: Readonly<Record<CornersReason, string>> = {
  found: 'The title names a sheet of the series, and its neat line was found.',
  'no-title':
    'No title of a sheet of the series was read in the margins: --names with the places that sheets are called after may help.',
  'several-cells': 'What was read in the margins names several sheets of the series.',
  'no-neat-line': 'No four lines of the scan fit the sides of such a sheet, or several do.',
}

const CORNERS = ['north-west', 'north-east', 'south-east', 'south-west']

/**
 * The corners of a sheet of a series as control points.
 *
 * @throws Error where the system of the series cannot be computed
 */
export async function sheetProposals(
  lettering: Lettering,
  picture: GreyPicture,
  rule: SeriesRule,
  gazetteer: Gazetteer,
): Promise<SheetProposals> {
  const { corners, reason, read = '' } = proposeCorners(lettering, picture, rule, gazetteer)
  if (corners.length === 0) return { points: [], odds: null, reason: REASONS[reason] }
  const found = await systemOfText(rule.system)
  const place = corners[0]!.map
  // What a rule counts in is geographic, in degrees from Greenwich, whatever the system's own meridian is.
  const system = found.ok && { ...found.system, projection: null, primeMeridianDegrees: 0, unitDegrees: 1 }
  const transformation = system ? transformationAt(system, place) : null
  if (!transformation) throw new Error(`${rule.system}, the system of the series, cannot be computed`)
  return {
    points: corners.map(({ image, map }, at) => ({
      image,
      map: lonLatOf(transformation.toMap(...map)),
      read,
      name: `${CORNERS[at]} corner`,
      odds: null,
    })),
    odds: null,
    reason: REASONS.found,
  }
}
