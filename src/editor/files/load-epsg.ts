import { z } from 'zod'

const registrySchema = z.record(z.string(), z.object({ proj4: z.string().nullish() }))

let registry: Promise<z.infer<typeof registrySchema>> | undefined

/**
 * PROJ definition of an EPSG code. The registry is large (0.7 MB compressed), so it is loaded when the first file
 * asks for it; a failed load is tried again.
 */
export async function loadEpsg(code: number): Promise<string | undefined> {
  registry ??= import('epsg-index/all.json').then((module) => registrySchema.parse(module.default))
  try {
    return (await registry)[String(code)]?.proj4 ?? undefined
  } catch (error) {
    registry = undefined
    throw error
  }
}
