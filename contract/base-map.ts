import { z } from 'zod'
import { BASE_LAYERS, LANGUAGES } from './constants.ts'

/** Who made a map: shown as text, linked where there is an address. */
export const attributionSchema = z.object({ text: z.string(), url: z.url().optional() })
export type Attribution = z.infer<typeof attributionSchema>

/**
 * One source of picture tiles in EPSG:3857: `{z}`, `{x}` and `{y}`, or `{bbox-epsg-3857}` (west, south, east and north in
 * metres) in its addresses.
 */
export const tileSourceSchema = z.object({
  /** None where `tileJson` names them. */
  tiles: z.array(z.string()),
  /** Address of a TileJSON document, which names its tiles and zooms: `minZoom` and `maxZoom` then say nothing. */
  tileJson: z.string().optional(),
  /** Origins of its tiles that its addresses do not show. */
  hosts: z.array(z.string()).optional(),
  /** Side of a tile in CSS pixels. */
  tileSize: z.number().int().min(64).max(1024),
  minZoom: z.number().int().min(0).max(24),
  /** Deepest zoom the source has; it is shown larger beyond. */
  maxZoom: z.number().int().min(0).max(24),
  attribution: z.array(attributionSchema),
})
export type TileSource = z.infer<typeof tileSourceSchema>

/** How tiles are drawn: as the pictures they are, or as vector tiles in the schema of Protomaps' base map, version 4. */
export const TILE_FORMATS = ['pictures', 'protomaps'] as const

/** What is laid over the embedded base map for one choice of base layer; `labels` can be switched on and off. */
export const onlineLayerSchema = tileSourceSchema.extend({
  labels: tileSourceSchema.optional(),
  /** What the layer is called on this instance. Absent: by what it usually is. */
  name: z.record(z.enum(LANGUAGES), z.string()).optional(),
  /** Absent: pictures. */
  format: z.enum(TILE_FORMATS).optional(),
  /** Where the source has tiles, in degrees: west, south, east, north. Absent: everywhere. */
  bounds: z
    .tuple([
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
    ])
    .optional(),
})
export type OnlineLayer = z.infer<typeof onlineLayerSchema>

/** The base maps of this instance, as `GET /config` gives them under `baseMaps`. */
export const baseMapsSchema = z.object({
  /** The vector map that always lies beneath; its layers are those that `embeddedLayers` draws. */
  embedded: tileSourceSchema,
  /** Online sources; null: the embedded map alone. */
  layers: z.record(z.enum(BASE_LAYERS), onlineLayerSchema.nullable()),
  /** All of them, as they are to be offered. Absent: as usual. */
  order: z.array(z.enum(BASE_LAYERS)).optional(),
})
export type BaseMaps = z.infer<typeof baseMapsSchema>
