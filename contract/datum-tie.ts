import { z } from 'zod'

/** How longitudes and latitudes of a reference system's datum became those of WGS 84. */
export const datumTieSchema = z.object({
  /**
   * `same`: the datum is WGS 84. `register`: an operation of the EPSG register. `outside`: one that was made for another
   * area. `file`: what the definition itself gives. `assumed`: it names no known datum and stands on
   * WGS 84's ellipsoid. `none`: nothing ties the datum, which may be hundreds of metres off.
   */
  kind: z.enum(['same', 'register', 'outside', 'file', 'assumed', 'none']),
  /** `OSGB36 to WGS 84 (6), EPSG:1314`; empty where there is none. */
  operation: z.string(),
  /** As the register states it; null: not stated. */
  accuracyMetres: z.number().nullable(),
})
export type DatumTie = Readonly<z.output<typeof datumTieSchema>>
