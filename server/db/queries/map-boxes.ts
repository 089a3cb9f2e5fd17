import { type SQL, sql } from 'drizzle-orm'
import type { Corners } from '../../../contract/api/map-record.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import { maps } from '../schema/maps.ts'

const WORLD_METRES = 2 * WORLD_HALF_METRES

/** The places of a box that may reach beyond the world's edge: itself, and moved by one world where that meets ours. */
export function worldCopies({ minX, minY, maxX, maxY }: Corners): Corners[] {
  const copies = [0, WORLD_METRES, -WORLD_METRES].map((shift) => ({
    minX: minX + shift,
    minY,
    maxX: maxX + shift,
    maxY,
  }))
  const met = copies.filter((copy) => copy.minX <= WORLD_HALF_METRES && copy.maxX >= -WORLD_HALF_METRES)
  return met.length > 0 ? met : copies.slice(0, 1)
}

export const boxValue = ({ minX, minY, maxX, maxY }: Corners): SQL =>
  sql`box(point(${minX}, ${minY}), point(${maxX}, ${maxY}))`

/** Maps whose published box meets the given one, or a copy of it. */
export function meets(box: Corners): SQL {
  const conditions = worldCopies(box).map((copy) => sql`${maps.corners} && ${boxValue(copy)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}
