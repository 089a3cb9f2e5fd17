import type { MapSummary } from '../../../contract/api/map-record.ts'
import type { ViewedMap } from './viewed-maps.ts'

/** A map of a list as the quick view takes it. */
export function viewedMapOf({ id, titles, files }: MapSummary): ViewedMap {
  return {
    id,
    title: titles.title,
    convertedPath: files.convertedFilePath,
    transformedPath: files.transformedPath,
  }
}
