import type { Lettering } from '../words.ts'
import { findConsensus } from './consensus.ts'
import type { Gazetteer, Region } from './gazetteer.ts'
import { labelsOf } from './labels.ts'
import { EARTH_KM, unitVector } from './local-plane.ts'
import { rankSpread } from './rank.ts'
import { settleLabels } from './settle.ts'

/** A control point that the lettering proposes. */
export interface Proposal {
  /** Where the label names the place [px of the scan, y down]. */
  readonly image: [x: number, y: number]
  /** Degrees of WGS 84. */
  readonly map: [lon: number, lat: number]
  /** The label as it was read, and the place's name in the gazetteer. */
  readonly read: string
  readonly name: string
  /** log10 of the odds that the label names this place. */
  readonly odds: number
  /** Where the symbol of the place was seen [px of the scan, y down]. */
  readonly symbol?: [x: number, y: number]
}

export interface ProposalResult {
  /** The first twelve are likely and spread well, the others follow by their odds. Empty unless found. */
  readonly points: Proposal[]
  /** log10 of the odds of the whole; 0 where nothing could be compared. */
  readonly odds: number
  readonly reason: ProposalReason
}

/**
 * no-words: the scan has no words. no-places: the gazetteer has no places in the region. few-names: fewer than three
 * words are like names of the region. no-agreement: their places do not agree on where the scan lies.
 */
export type ProposalReason = 'found' | 'no-words' | 'no-places' | 'few-names' | 'no-agreement'

export interface ProposalOptions {
  /** Where the map may lie: places within so many km. The whole world where absent. */
  readonly near?: { readonly lon: number; readonly lat: number; readonly km: number } | undefined
  /** Most proposals; all where absent. */
  readonly limit?: number | undefined
  readonly seed?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** log10 odds from which a scan counts as found: a thousand to one. */
export const MIN_ODDS = 3
/** Regions with more places are searched as the whole world is. */
const SMALL_REGION = 20_000
/** How alike names must be, and how many places a label may name. */
const SMALL_RULE = { atLeast: 0.75, limit: 6, minLength: 4 }
const LARGE_RULE = { atLeast: 0.86, limit: 12, minLength: 4 }

/**
 * Proposes control points from the words of a scan: names that are like its words, at places that agree on one plausible
 * position of the scan. The same input and seed give the same answer. Throws the signal's reason when aborted.
 */
export function proposePoints(
  lettering: Lettering,
  gazetteer: Gazetteer,
  options: ProposalOptions = {},
): ProposalResult {
  const { signal, seed = 1 } = options
  signal?.throwIfAborted()
  const nothing = (reason: ProposalReason, odds = 0): ProposalResult => ({ points: [], odds, reason })
  if (lettering.words.length === 0 || !(lettering.width > 0 && lettering.height > 0))
    return nothing('no-words')
  const region = regionOf(gazetteer, options.near)
  if (region.size === 0) return nothing('no-places')
  const labels = labelsOf(lettering, gazetteer, region, region.size <= SMALL_REGION ? SMALL_RULE : LARGE_RULE)
  if (labels.length < 3) return nothing('few-names')
  const { width, height } = lettering
  const consensus = findConsensus(labels, gazetteer, { width, height, seed, signal })
  if (!consensus || consensus.odds < MIN_ODDS) return nothing('no-agreement', consensus?.odds)
  const settled = rankSpread(settleLabels(lettering, gazetteer, consensus))
  return {
    points: settled.slice(0, options.limit ?? settled.length).map(({ match, x, y, odds }) => ({
      image: [x + width / 2, height / 2 - y],
      map: [gazetteer.lon[match.place]!, gazetteer.lat[match.place]!],
      read: match.read,
      name: gazetteer.names[match.place]!,
      odds,
    })),
    odds: consensus.odds,
    reason: 'found',
  }
}

function regionOf(gazetteer: Gazetteer, near: ProposalOptions['near']): Region {
  if (!near) return gazetteer.region(() => true)
  const [x, y, z] = unitVector(near.lon, near.lat)
  const least = Math.cos(Math.min(Math.PI, near.km / EARTH_KM))
  const { vectors } = gazetteer
  return gazetteer.region(
    (place) => vectors[place * 3]! * x + vectors[place * 3 + 1]! * y + vectors[place * 3 + 2]! * z >= least,
  )
}
