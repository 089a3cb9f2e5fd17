import { z } from 'zod'

const entrySchema = z.object({
  proj4: z.string().nullish(),
  name: z.string().nullish(),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish().catch(null),
})
const registrySchema = z.record(z.string(), entrySchema)

let registry: Promise<z.infer<typeof registrySchema>> | undefined

/** A reference system of the registry. */
export interface Grid {
  readonly code: number
  readonly name: string
  /** PROJ definition. */
  readonly proj4: string
  /** Where it is used, degrees; null: not told. */
  readonly bbox: readonly [north: number, west: number, south: number, east: number] | null
}

/**
 * The reference system of an EPSG code. The registry is large (0.7 MB compressed), so it is loaded when the first file
 * or place asks for it; a failed load is tried again.
 */
export async function loadGrid(code: number): Promise<Grid | undefined> {
  registry ??= import('epsg-index/all.json').then((module) => registrySchema.parse(module.default))
  try {
    const entry = (await registry)[String(code)]
    if (!entry?.proj4) return undefined
    return { code, name: entry.name ?? `EPSG:${code}`, proj4: entry.proj4, bbox: entry.bbox ?? null }
  } catch (error) {
    registry = undefined
    throw error
  }
}

/** PROJ definition of an EPSG code; undefined where there is none. */
export async function loadEpsg(code: number): Promise<string | undefined> {
  return (await loadGrid(code))?.proj4
}
