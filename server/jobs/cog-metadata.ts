import { LICENCES } from '../../contract/rights.ts'
import type { RecordRow } from '../db/queries/map-rows.ts'
import type { CogMetadata } from '../../cog/file/cog-content.ts'

/** What of a map is written into its files. */
type Described = Pick<RecordRow['map'], 'title' | 'creator' | 'publisher' | 'attribution' | 'licence'>

/**
 * What a file says of itself wherever it goes: the map's title, who made it, whom to name and its licence. Where nobody
 * is named for the rights, it is who made the map.
 */
export function cogMetadata({ map }: { readonly map: Described }): CogMetadata {
  const author = [map.creator, map.publisher].filter(Boolean).join(', ')
  const attribution = map.attribution ?? author
  return {
    title: map.title,
    ...(author && { author }),
    ...(attribution && { attribution }),
    ...(map.licence && { licence: LICENCES[map.licence] }),
  }
}
