import { randomUUID } from 'node:crypto'
import { foldText } from '../../server/fold-text.ts'
import type { TestDatabase } from './database.ts'

/** A map as a test puts it into the database and reckons with it. */
export interface SeededMap {
  readonly id: string
  readonly ownerId: string
  readonly isPublic: boolean
  readonly isDeleted: boolean
  /** West, south, east, north in EPSG:3857 metres; null: not transformed. */
  readonly corners: readonly [number, number, number, number] | null
  /** One ring; null: none is stored. */
  readonly footprint: readonly (readonly [number, number])[] | null
  readonly title: string
  readonly attributes: Readonly<Record<string, string>>
  readonly firstYear: number | null
  readonly lastYear: number | null
  readonly uploadDate: Date
  readonly ratingSum: number
  readonly ratingCount: number
  /** Of its overlay. */
  readonly pointCount?: number | null
  readonly errorMetres?: number | null
  readonly hasLicence?: boolean
}

/** Writes maps as they are, in the state that the product leaves them in. */
export async function insertMaps(
  { pool }: Pick<TestDatabase, 'pool'>,
  maps: readonly SeededMap[],
): Promise<void> {
  const rows = maps.map((map) => {
    const folded = Object.fromEntries(
      Object.entries({ ...map.attributes, title: map.title }).map(([name, text]) => [name, foldText(text)]),
    )
    return {
      ...map,
      folded,
      search: Object.values(folded).filter(Boolean).join('\n'),
      version: map.corners && randomUUID(),
      box: map.corners && `((${map.corners[2]},${map.corners[3]}),(${map.corners[0]},${map.corners[1]}))`,
      rings: map.footprint ? [map.footprint] : [],
    }
  })
  await pool.query(
    `with made as (select * from jsonb_to_recordset($1::jsonb) as made(id uuid, "ownerId" uuid, "isPublic" boolean,
         "isDeleted" boolean, title text, folded jsonb, search text, version uuid, box box, rings jsonb, "firstYear" int,
         "lastYear" int, "uploadDate" timestamptz, "ratingSum" int, "ratingCount" int, "pointCount" int,
         "errorMetres" real, "hasLicence" boolean)),
       inserted as (insert into maps (id, owner_id, title, search, folded, start_year, end_year, first_year, last_year,
           is_public, deleted_at, original_key, original_extension, original_bytes, processing_state, image_width,
           image_height, has_alpha, converted_bytes, current_version_id, judged_version_id, corners, upload_date, rating_sum, rating_count, point_count,
           error_metres, licence)
         select id, "ownerId", title, search, folded, "firstYear", "lastYear", "firstYear", "lastYear", "isPublic",
           case when "isDeleted" then now() end, 'maps/' || id || '/original/scan.jpg', 'jpg', 1, 'ready', 100, 80, false,
           1, version, version, box, "uploadDate", "ratingSum", "ratingCount", "pointCount", "errorMetres",
           case when "hasLicence" then 'CC0-1.0' end from made)
     insert into map_versions (id, map_id, n, transformation, request_hash, file_key, bytes, width, height, corners,
       footprint, warnings)
     select version, id, 1, '{"mapPoints":[],"imagePoints":[],"transformationType":"TPS","mask":null,"disabled":[],"notes":{}}',
       'none', 'none', 1, 1, 1, box, rings, '[]' from made where version is not null`,
    [JSON.stringify(rows)],
  )
}
