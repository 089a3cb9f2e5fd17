/**
 * The program of the thread that compares the words of scans with the names of the world: indexing these takes two
 * seconds and some 250 MB, and a scan seconds more.
 */
import { parentPort } from 'node:worker_threads'
import { type Gazetteer, indexPlaces } from '../../../lettering/propose/gazetteer.ts'
import { type Proposal, proposePoints } from '../../../lettering/propose/propose-points.ts'
import { claimsSheet } from '../../../lettering/sheets/propose-corners.ts'
import { SERIES } from '../../../lettering/sheets/series.ts'
import type { Lettering } from '../../../lettering/words.ts'
import { greyPicture } from '../../raster/lettering/grey-picture.ts'
import type { PyramidFile } from '../../raster/lettering/pyramid-pixels.ts'
import { placesOfTheWorld } from '../../world/named-places.ts'
import type { FromProposingThread, ToProposingThread } from './proposing-messages.ts'
import { sheetProposals } from './sheet-proposals.ts'

const port = parentPort
if (!port) throw new Error('proposing-thread is started as a worker thread')

const gazetteer = indexPlaces(placesOfTheWorld())
port.on('message', (asked: ToProposingThread) => {
  // What fails ends the thread, and with it the wait for its answer.
  void answer(asked).then((result) => port.postMessage(result))
})

/** A sheet is found by its title and its neat line, or not at all: of 240 drawn ones none was claimed wrongly. */
const SHEET_ODDS = 2

async function answer({ lettering, near, limit, sheet }: ToProposingThread): Promise<FromProposingThread> {
  const byNames = proposePoints(lettering, gazetteer, { near })
  if (byNames.points.length > 0 || !sheet)
    return {
      ...byNames,
      // Those that come first are spread well.
      points: byNames.points.slice(0, limit),
      by: 'names',
      place: largestPlace(gazetteer, byNames.points),
    }
  return (await cornersOf(lettering, sheet)) ?? { ...byNames, by: 'names', place: '' }
}

async function cornersOf(lettering: Lettering, sheet: PyramidFile): Promise<FromProposingThread | undefined> {
  for (const rule of SERIES) {
    // Most scans have no title of the series: of these no pixel is read.
    if (!claimsSheet(lettering, rule, gazetteer)) continue
    const { points } = await sheetProposals(lettering, await greyPicture(sheet), rule, gazetteer)
    if (points.length === 0) continue
    return {
      points: points.map(({ image: [x, y], map: [lon, lat], read, name }) => ({
        image: [x, y],
        map: [lon, lat],
        read,
        name,
        odds: SHEET_ODDS,
      })),
      odds: SHEET_ODDS,
      reason: 'found',
      by: 'sheet',
      place: points[0]?.read ?? '',
    }
  }
  return undefined
}

/** The name of the place with most people that points were found at. */
function largestPlace({ size, lon, lat, population, names }: Gazetteer, points: readonly Proposal[]): string {
  const at = new Map(points.map(({ map, name }) => [map.join(' '), name]))
  let place = points[0]?.name ?? ''
  let most = -1
  if (at.size === 0) return place
  for (let index = 0; index < size; index += 1) {
    if (population[index]! <= most || !at.has(`${lon[index]!} ${lat[index]!}`)) continue
    most = population[index]!
    place = names[index]!
  }
  return place
}
