import { atom } from 'jotai'
import { turnThrough } from '../../geometry/sheet-placement.ts'
import { laidNow } from '../../warp/laid-sheet.ts'
import { documentAtom, isStagingAtom } from './document-atoms.ts'
import { enabledPoints } from '../../drafts/editor-document.ts'
import { scanSizeAtom } from './scan-size.ts'

/** Which direction each pane has up, as its camera says. */
export const scanBearingAtom = atom(0)
export const mapBearingAtom = atom(0)

/** The base map turns with the scan: what is up on one is up on the other. */
export const isMapTurningAtom = atom(false)

/**
 * How far the sheet is turned from north up on the map, degrees clockwise; null before two points say so, unless a hand
 * has laid it.
 */
export const sheetTurnAtom = atom((get) => {
  const document = get(documentAtom)
  const scan = get(scanSizeAtom)
  return laidNow(document, scan)?.turnDegrees ?? turnThrough(enabledPoints(document), scan)
})

/** The direction that the map has up when it turns with the scan; null: it does not, or a point is being dragged. */
export const followedBearingAtom = atom((get) => {
  const turn = get(sheetTurnAtom)
  if (!get(isMapTurningAtom) || turn === null || get(isStagingAtom)) return null
  // A tenth of a degree is not seen, and the map would tremble with every point.
  return Math.round((turn + get(scanBearingAtom)) * 10) / 10
})
