import { z } from 'zod'
import { MAX_YEAR, MIN_YEAR } from '../constants.ts'
import { boundsText } from '../rules/bounds-text.ts'
import { booleanText, integerText } from '../rules/query-text.ts'
import { isStorable } from '../rules/text.ts'
import { hiddenMapSchema } from './catalogs.ts'
import { defineCall } from './define-call.ts'
import { idSchema, mapSummarySchema } from './map-record.ts'
import { CURSOR_MAX, MAP_SORTS } from './maps.ts'
import type { MessageKey } from './messages.ts'
import { placeSchema } from './places.ts'

const filterText = z.string().max(300).refine(isStorable).optional()
const year = integerText(MIN_YEAR, MAX_YEAR).optional()
const malformed = 'errors.invalidRequest' satisfies MessageKey

/**
 * Where maps are looked for: the public transformed maps, the caller's own, those in the caller's catalogs, those of
 * one catalog, all that the caller may see.
 */
export const FIND_LISTS = ['public', 'personal', 'favorite', 'catalog', 'all'] as const
export type FindList = (typeof FIND_LISTS)[number]

export const FIND_SORTS = ['relevance', 'catalog', ...MAP_SORTS, 'points', 'error'] as const
export type FindSort = (typeof FIND_SORTS)[number]

/** The years that the timeline shows; its ends mean "and earlier" and "and later". */
export const TIMELINE_FIRST_YEAR = 0
export const TIMELINE_LAST_YEAR = 2000

/** Length of the side of an outline tile in its own units. */
export const OUTLINE_TILE_EXTENT = 4096
/** Deepest level at which outline tiles gain anything; beyond it a client enlarges these. */
export const OUTLINE_TILE_MAX_ZOOM = 18
/** Most maps that an outline tile shows by themselves. */
export const OUTLINE_TILE_FEATURES = 5000
/** Layer of an outline tile: polygons of maps with their `id`, `title` and `area` in square metres. */
export const OUTLINE_LAYER = 'outlines'
/**
 * Layer of an outline tile: points for small maps that cannot be told apart, with their `count` and the box that holds
 * them, `west`, `south`, `east`, `north` in EPSG:3857 metres. On the tiles of a level each map is in one of both layers.
 */
export const OUTLINE_GROUP_LAYER = 'groups'

/** Most words of a search that count; what comes after them is left out. */
export const SEARCH_WORDS_MAX = 10

/** Filters shared by all calls in this file, combined with AND. */
const filters = z.object({
  list: z.enum(FIND_LISTS).default('public'),
  /**
   * One's own catalog or one shared with the caller: what `list=catalog` is made of; with `list=favorite` the one of the
   * caller's catalogs that is meant. With no other list.
   */
  catalogId: idSchema.optional(),
  /**
   * Words, or words that stand together "in quotes", folded for case and accents. Each must be found: in an attribute of
   * the map or its publisher, in its owner's name, as a year that the map speaks of (`1850`, `1850-1900`), or as a place
   * whose point the map's footprint covers. Where no map that the caller may see has them all, a word may also stand for
   * words that resemble it.
   */
  q: filterText,
  title: filterText,
  modernTitle: filterText,
  alternativeTitle: filterText,
  description: filterText,
  creator: filterText,
  scale: filterText,
  year: filterText,
  /**
   * `w,s,e,n` in EPSG:3857 metres: maps whose published box meets it, its edge included. It may reach beyond the
   * world's edge, into the next copy of it.
   */
  box: boundsText('errors.fields.invalidBounds').optional(),
  /** Placed maps alone, or those alone that nobody has placed. */
  isTransformed: booleanText().optional(),
  /** Maps with terms of use alone, or those alone whose owner has named none. */
  hasLicence: booleanText().optional(),
  /** Public maps alone, or the caller's private ones alone. */
  isPublic: booleanText().optional(),
})

const timed = filters.extend({
  /**
   * Maps that speak of a year from here on; a map with a period speaks of every year in it. Left out: and earlier.
   * With `from` or `to`, undated maps are left out.
   */
  from: year,
  /** Left out: and later. Not before `from`. */
  to: year,
})

interface Rules {
  readonly list: FindList
  readonly catalogId?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly sort?: FindSort | undefined
}

/** What the values of a query must keep to among one another. */
function checkRules({ value, issues }: z.core.ParsePayload<Rules>): void {
  const refuse = (name: string, message: MessageKey) =>
    issues.push({ code: 'custom', input: value, path: [name], message })
  if (value.list === 'catalog' && value.catalogId === undefined) refuse('catalogId', 'errors.fields.required')
  if (value.list !== 'catalog' && value.list !== 'favorite' && value.catalogId !== undefined)
    refuse('catalogId', malformed)
  if (value.sort === 'catalog' && value.list !== 'catalog') refuse('sort', malformed)
  if (value.from !== undefined && value.to !== undefined && value.from > value.to)
    refuse('to', 'errors.fields.startAfterEnd')
}

export const outlineQuery = timed.check(checkRules)
/** Which maps are meant. */
export type FindFilters = z.output<typeof outlineQuery>

export const findQuery = timed
  .extend({
    /**
     * `w,s,e,n` as `box`, but filters nothing: with it, `relevance` puts the maps that meet it first, those that fill
     * it best before the others (area in common over area of both together), and the reply carries `inView`.
     */
    view: boundsText('errors.fields.invalidBounds').optional(),
    /**
     * `relevance`: by `view`, else by how `q` is found (the title begins with it, a title holds it, the titles hold each
     * word, titles and makers do, anything else), equals by upload date, newest first. `catalog`: the catalog's own order,
     * with `list=catalog` alone. The undated come last by `year`. `points`: fewest control points first, `error`: largest
     * typical error on the ground first; those of which it is not known come last.
     */
    sort: z.enum(FIND_SORTS).default('relevance'),
    limit: integerText(1, 200).default(50),
    /** `next` of the page before, under the same sort, view and filters. */
    cursor: z.string().max(CURSOR_MAX).optional(),
  })
  .check(checkRules)
export type FindQuery = z.output<typeof findQuery>

/** One map found: whole, or of a catalog and hidden from the caller. */
export const foundMapSchema = z.union([mapSummarySchema, hiddenMapSchema])
export type FoundMap = z.output<typeof foundMapSchema>

/**
 * A catalog's maps that are hidden from the caller come after all others, by their id alone, and only while nothing is
 * filtered.
 */
export const findMaps = defineCall({
  method: 'GET',
  path: '/maps/find',
  summary: 'Maps of a list, filtered and sorted, a page at a time, and how many there are.',
  session: 'required',
  query: findQuery,
  reply: z.object({
    items: z.array(foundMapSchema),
    /** All that match the filters, hidden ones included; as counted when the first page was asked for. */
    total: z.int(),
    /** How many of them meet `view`; absent without it. As counted when the first page was asked for. */
    inView: z.int().optional(),
    /** The words of `q` were found nowhere: these maps have words that resemble them. */
    isNear: z.boolean().optional(),
    /** `cursor` of the next page; null after the last one. */
    next: z.string().nullable(),
  }),
  refusals: [404],
})
export type FoundMaps = z.output<typeof findMaps.reply>

/** What a search box offers while something is typed. */
export const findSuggestions = defineCall({
  method: 'GET',
  path: '/maps/suggestions',
  summary: 'The few maps, people and places that a text which is being typed may mean.',
  session: 'required',
  query: z.object({
    q: z.string().max(300).refine(isStorable),
    /** Language of the places' countries. */
    'accept-language': z.string().max(50).optional(),
  }),
  reply: z.object({
    maps: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        years: mapSummarySchema.shape.years,
        basePath: z.string(),
        isTransformed: z.boolean(),
      }),
    ),
    /** Creators, publishers and users of maps that the caller may see. */
    people: z.array(z.string()),
    places: z.array(placeSchema),
  }),
})
export type FoundSuggestions = z.output<typeof findSuggestions.reply>

export const yearsQuery = filters.check(checkRules)
/** What the maps of a histogram are chosen by. */
export type YearsFilters = z.output<typeof yearsQuery>

export const mapYears = defineCall({
  method: 'GET',
  path: '/maps/years',
  summary: 'How many maps of a list there are by year, for a timeline of the years 0 to 2000.',
  session: 'required',
  query: yearsQuery,
  reply: z.object({
    /**
     * `[year, maps, certain]`, by year, for each year from 0 to 2000 that any map speaks of. A map with a period counts
     * in every year of it; `certain` are those among them that name this one year.
     */
    years: z.array(z.tuple([z.int(), z.int(), z.int()])),
    /** Maps that speak of a year before 0, and after 2000; those with a period may count above as well. */
    before: z.int(),
    after: z.int(),
    undated: z.int(),
    /** All maps, each once. */
    total: z.int(),
  }),
  refusals: [404],
})
export type MapYears = z.output<typeof mapYears.reply>

const tileNumber = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,7})$/, malformed)
  .transform(Number)

/**
 * A Mapbox vector tile (version 2) with one layer, `outlines`, of extent 4096: the outline of each map that meets the
 * tile as a polygon, cut a little outside of it (64 units). Properties: `id`, `title` (cut at 100 characters) and `area`
 * (of the outline before it was cut, in EPSG:3857 square metres). Maps whose longer side is below three pixels (24
 * units) are shown by their box, others by their footprint. Of the maps that are smaller than a pixel, the largest in
 * each pixel stands for all of them; a tile holds at most 5,000 maps, the largest. A tile without maps is empty (no
 * bytes).
 */
export const outlineTile = defineCall({
  method: 'GET',
  path: '/maps/outlines/:z/:x/:y.mvt',
  summary: 'Outlines of the maps of a list in one tile, as a Mapbox vector tile.',
  session: 'required',
  params: z
    .object({ z: tileNumber.refine((level) => level <= 22, malformed), x: tileNumber, y: tileNumber })
    .check(({ value, issues }) => {
      for (const name of ['x', 'y'] as const)
        if (value[name] >= 2 ** value.z)
          issues.push({ code: 'custom', input: value, path: [name], message: malformed })
    }),
  query: outlineQuery,
  replyType: 'application/vnd.mapbox-vector-tile',
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  refusals: [404],
})
