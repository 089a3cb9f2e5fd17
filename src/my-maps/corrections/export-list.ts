import type { MapSummary } from '../../../contract/api/map-record.ts'
import { serverOrigin } from '../../api/server-address.ts'
import { giveFile } from '../../device/give-file.ts'
import { openLink } from '../../map-record/map-links.ts'
import { writeMapList } from './corrections-table.ts'

const LIST_NAME = 'palimpsest-my-maps.csv'

/** Gives the metadata of maps away as CSV. */
export const exportMapList = (maps: readonly MapSummary[]): Promise<void> =>
  giveFile(LIST_NAME, new Blob([...writeMapList(maps, addressOf)], { type: 'text/csv' }))

function addressOf(map: MapSummary): string {
  if (map.isPublic && map.isTransformed) return `${serverOrigin()}/m/${map.id}`
  const { to, search } = openLink(map)
  return `${serverOrigin()}${to}?${new URLSearchParams(search).toString()}`
}
