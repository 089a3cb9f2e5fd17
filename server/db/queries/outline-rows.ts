import { createHash } from 'node:crypto'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Corners } from '../../../contract/api/map-record.ts'
import { boxMoved, WORLD_METRES } from '../../../contract/worlds.ts'
import type { Database } from '../database.ts'
import { maps, mapVersions } from '../schema/maps.ts'
import { boxValue } from './map-boxes.ts'

/** A map that meets a tile. */
export interface OutlinedMap extends Corners {
  readonly id: string
  /** How far the box has been moved to stand in this copy of the world, in metres. */
  readonly shift: number
}

interface CornerRow extends Record<string, unknown> {
  id: string
  corners: number[]
  shift: number
}

/** The largest maps of a condition that meet a box of our world, where the map may reach beyond the world's edge. */
export async function largestIn(
  db: Database,
  condition: SQL | undefined,
  box: Corners,
  limit: number,
): Promise<OutlinedMap[]> {
  // One index scan for each copy of the box: `or` would read the rows themselves.
  const parts = copiesOfTile(box).map(({ copy, shift }) => {
    const isMet = and(condition, sql`${maps.corners} && ${boxValue(copy)}`)
    return sql`(select ${maps.id} as id, ${maps.corners} as corners, ${shift}::float8 as shift from ${maps}
      where ${isMet} order by area(${maps.corners}) desc, ${maps.id} limit ${limit})`
  })
  const { rows } = await db.execute<CornerRow>(sql`
    select id, array[(corners[1])[0] - shift, (corners[1])[1], (corners[0])[0] - shift, (corners[0])[1]] as corners, -shift as shift
    from (${sql.join(parts, sql` union all `)}) as met order by area(corners) desc, id limit ${limit}`)
  return rows.map(({ id, shift, corners: [minX = 0, minY = 0, maxX = 0, maxY = 0] }) => ({
    id,
    shift,
    minX,
    minY,
    maxX,
    maxY,
  }))
}

/** A box is met in the worlds beside ours as well: there lie the further parts of maps across the date line. */
const copiesOfTile = (box: Corners): { copy: Corners; shift: number }[] =>
  [0, -WORLD_METRES, WORLD_METRES].map((shift) => ({ copy: boxMoved(box, shift), shift }))

/** What a tile says of a map. */
export interface OutlineFacts {
  readonly title: string
  /** The published overlay; null where there is none any more. */
  readonly versionId: string | null
  /** Which of its outlines. */
  readonly revision: number
}

/** The maps of these ids that still meet a condition. */
export async function outlineFacts(
  db: Database,
  condition: SQL | undefined,
  ids: readonly string[],
): Promise<Map<string, OutlineFacts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{
    id: string
    title: string
    version: string | null
    revision: number
  }>(sql`
    select ${maps.id} as id, ${maps.title} as title, ${maps.currentVersionId} as version,
      ${maps.outlineRevision} as revision
    from ${maps} where ${and(sql`${maps.id} = any(${sql.param([...ids])}::uuid[])`, condition)}`)
  return new Map(
    rows.map(({ id, title, version, revision }) => [id, { title, versionId: version, revision }]),
  )
}

/** Tells facts from any other of the same ids. */
export function stampOfFacts(facts: ReadonlyMap<string, OutlineFacts>): string {
  if (facts.size === 0) return ''
  const lines = [...facts.keys()].toSorted().map((id) => {
    const { title, versionId, revision } = facts.get(id)!
    return [id, ...(versionId === null ? [] : [versionId]), revision, title].join(' ')
  })
  return createHash('md5').update(lines.join('\n')).digest('hex')
}

export type Footprint = readonly (readonly (readonly [number, number])[])[]

/** Footprints of overlays, in EPSG:3857 metres. */
export async function readFootprints(
  db: Database,
  versionIds: readonly string[],
): Promise<{ id: string; footprint: Footprint }[]> {
  if (versionIds.length === 0) return []
  return (
    db
      .select({ id: mapVersions.id, footprint: mapVersions.footprint })
      .from(mapVersions)
      // As one parameter: a list of thousands takes longer to read than its rows.
      .where(sql`${mapVersions.id} = any(${sql.param([...versionIds])}::uuid[])`)
  )
}
