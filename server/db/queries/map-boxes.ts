import { type SQL, sql } from 'drizzle-orm'
import type { Corners } from '../../../contract/api/map-record.ts'
import { boxInWorld, boxMoved, WORLD_METRES } from '../../../contract/worlds.ts'
import { maps } from '../schema/maps.ts'

/**
 * The places of a box where maps may meet it: its own within ±180°, and a world to either side. Of a map across the date
 * line the box lies beyond ±180°, on the side where its points run on to, whichever side is asked for.
 */
export function worldCopies(box: Corners): [Corners, ...Corners[]] {
  const own = boxInWorld(box)
  return [own, boxMoved(own, WORLD_METRES), boxMoved(own, -WORLD_METRES)]
}

export const boxValue = ({ minX, minY, maxX, maxY }: Corners): SQL =>
  sql`box(point(${minX}, ${minY}), point(${maxX}, ${maxY}))`

/** Maps whose published box meets the given one, or a copy of it. */
export function meets(box: Corners): SQL {
  const conditions = worldCopies(box).map((copy) => sql`${maps.corners} && ${boxValue(copy)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}
