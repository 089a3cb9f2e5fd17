import { FILE_ID } from './file-id.ts'
import type { ShownMap } from './use-shown-maps.ts'

/** The uppermost map that is drawn, as the navigator takes it; null where there is none, or only a file. */
export function uppermost(maps: readonly ShownMap[]) {
  const map = maps.findLast(({ status }) => status.kind === 'shown')
  return map && map.id !== FILE_ID ? { id: map.id, title: map.title ?? '', path: map.path } : null
}
