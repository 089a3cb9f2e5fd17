import type { Page } from 'playwright-core'
import { updateMap } from '../../contract/api/maps.ts'
import { type Caller, callApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { placeOf, SCAN } from './editor-stage.ts'

/** Enough to tell how exactly the map lies. */
export function eightPoints() {
  const places = [0.1, 0.35, 0.65, 0.9].flatMap((u, at) => [
    [u * SCAN.width, (0.1 + at * 0.03) * SCAN.height] as const,
    [u * SCAN.width, (0.9 - at * 0.05) * SCAN.height] as const,
  ])
  return {
    imagePoints: places.map(([pixelX, pixelY]) => ({ pixelX, pixelY })),
    mapPoints: places.map((place) => placeOf(place)),
  }
}

/** A public map with all that its page shows of one. */
export async function addPublicMap(owner: Caller): Promise<string> {
  const title = 'Plan of <b>Kaunas</b>'
  const scan = await drawnScan(SCAN.width, SCAN.height)
  const id = await addConverted(owner, scan, { title, isPublic: 'true' }, eightPoints())
  const details = { year: 1900, licence: 'CC0-1.0' as const, attribution: 'Kaunas archive' }
  await callApi(owner, updateMap, { params: { id }, body: { title, ...details } })
  return id
}

export const isDrawn = (page: Pick<Page, 'locator'>): Promise<void> =>
  page.locator('[data-busy="false"]').waitFor({ timeout: 60_000 })
