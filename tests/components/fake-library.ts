import { catalogsOfMap } from '../../contract/api/interactions.ts'
import { betterPoints } from '../../contract/api/better-points.ts'
import type { ReplyOf } from '../../contract/api/define-call.ts'
import { mapComments } from '../../contract/api/discussion.ts'
import { ownScans } from '../../contract/api/map-scan.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { deleteMap, getMap, personalMaps, restoreMap, trashedMaps } from '../../contract/api/maps.ts'
import { mapHistory } from '../../contract/api/map-history.ts'
import { type FakeApi, refusal } from './fake-api.ts'
import { NOW, ONA } from './samples.ts'

/** A map of Ona's: converted, not placed, known to nobody else. The title is its id. */
export function mapOf(title: string, changes: Partial<MapRecord> = {}): MapRecord {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return {
    id,
    _id: id,
    titles: { title, modernTitle: null, alternativeTitle: null },
    sheetNumber: null,
    years: { year: null, period: { startYear: null, endYear: null }, date: null },
    scale: null,
    dpi: null,
    creator: null,
    publisher: null,
    description: null,
    licence: null,
    attribution: null,
    shelfmark: null,
    institution: null,
    catalogueUrl: null,
    sheetBounds: null,
    basePath: `files/${id}`,
    uploadDate: NOW,
    corners: null,
    isPublic: false,
    isOwner: true,
    isTransformed: false,
    isFavorited: false,
    userId: ONA.id,
    user: { username: ONA.username },
    ratings: { average: 0, count: 0, userRating: null },
    favoritesCount: 0,
    assigned: null,
    files: {
      convertedFilePath: `files/${id}/converted.tif`,
      transformedFilePath: null,
      transformedPath: null,
    },
    processing: { state: 'ready', percent: 100, error: null },
    image: { width: 400, height: 300, hasAlpha: false },
    version: null,
    transformation: null,
    transformationType: null,
    mask: null,
    footprint: null,
    transformJob: null,
    warnings: [],
    embeddedGcps: null,
    ...changes,
  }
}

/** What is said of a map that nobody has said anything about. */
const SILENCE: ReplyOf<typeof mapComments> = { comments: [], total: 0, older: null }

/** The maps of one user, as the server keeps them: what is moved to the trash is there, and comes back. */
export class FakeLibrary {
  maps: readonly MapRecord[]
  trash: readonly MapRecord[] = []

  constructor(api: FakeApi, ...maps: readonly MapRecord[]) {
    this.maps = maps
    api.answer(personalMaps, () => ({ maps: [...this.maps], nextCursor: null }))
    api.answer(ownScans, { scans: [] })
    api.answer(trashedMaps, () => ({ maps: [...this.trash], nextCursor: null }))
    api.answer(getMap, ({ params }) => this.find(params.id) ?? refusal(404, 'errors.notFound'))
    api.answer(deleteMap, ({ params }) => {
      const map = this.find(params.id)
      if (!map) return refusal(404, 'errors.notFound')
      this.maps = this.maps.filter((one) => one !== map)
      this.trash = [{ ...map, deletedAt: NOW }, ...this.trash]
      return { status: 'success' as const, deletedAt: NOW }
    })
    api.answer(restoreMap, ({ params }) => {
      const map = this.trash.find(({ id }) => id === params.id)
      if (!map) return refusal(404, 'errors.notFound')
      const { deletedAt: _, ...restored } = map
      this.trash = this.trash.filter((one) => one !== map)
      this.maps = [...this.maps, restored]
      return restored
    })
    api.answer(catalogsOfMap, { catalogs: [] })
    api.answer(mapComments, SILENCE)
    api.answer(mapHistory, { events: [], total: 0, page: 1 })
    api.answer(betterPoints, { count: 0, own: null, wishes: [] })
  }

  find(id: string): MapRecord | undefined {
    return this.maps.find((map) => map.id === id)
  }

  /** Puts what has changed in place of a map. */
  change(id: string, changes: Partial<MapRecord>): MapRecord {
    const map = this.find(id)
    if (!map) throw new Error(`there is no map ${id}`)
    const changed = { ...map, ...changes }
    this.maps = this.maps.map((one) => (one === map ? changed : one))
    return changed
  }
}
