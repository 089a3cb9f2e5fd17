import type { RecordRow } from '../db/queries/map-rows.ts'
import type { CogMetadata } from '../raster/cog/cog-content.ts'

/** What a file says of itself wherever it goes: the map's title, and who made it. */
export function cogMetadata({ map }: RecordRow): CogMetadata {
  const attribution = [map.creator, map.publisher].filter(Boolean).join(', ')
  return { title: map.title, ...(attribution && { attribution }) }
}
