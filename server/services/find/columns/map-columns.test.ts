import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnRow } from '../../../db/queries/map-columns.ts'
import { type Choice, chosenRows } from './chosen-rows.ts'
import { MapColumns } from './map-columns.ts'

const VIEWER = randomUUID()
const OWNERS = [VIEWER, randomUUID()]

const place = fc.integer({ min: 0, max: 9 })
const year = fc.integer({ min: 1800, max: 1809 })
/** Of few values, so that there are many equals. */
const row = fc
  .record({
    id: fc.uuid(),
    ownerId: fc.constantFrom(...OWNERS),
    isPublic: fc.boolean(),
    hasLicence: fc.boolean(),
    span: fc.option(fc.tuple(year, year)),
    box: fc.option(fc.tuple(place, place, place, place)),
  })
  .map(({ span, box, ...map }): ColumnRow => ({
    ...map,
    title: map.id,
    isReady: true,
    firstYear: span && Math.min(...span),
    lastYear: span && Math.max(...span),
    versionId: box && map.id,
    outlineRevision: 0,
    corners: box && [box[0], box[1], box[0] + box[2], box[1] + box[3]],
  }))
/** Maps that come, and then each at some place in the list that changes or goes. */
const history = fc.tuple(
  fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 40 }),
  fc.array(fc.tuple(fc.nat(), fc.option(row)), { maxLength: 40 }),
)

/** The columns of a history, and what is known of the maps; `step` tells after each change. */
function replay([maps, changes]: [ColumnRow[], [number, ColumnRow | null][]]) {
  const columns = new MapColumns()
  const known = new Map<string, ColumnRow>()
  const set = (map: ColumnRow) => {
    columns.set(map)
    known.set(map.id, map)
  }
  maps.forEach(set)
  const step = (tell: (columns: MapColumns) => void) => {
    tell(columns)
    for (const [at, map] of changes) {
      const { id } = maps[at % maps.length]!
      if (map) set({ ...map, id })
      else {
        columns.remove(id)
        known.delete(id)
      }
      tell(columns)
    }
  }
  return { columns, known, step }
}

describe('columns of maps', () => {
  it('choose what meets all that is asked for, after every change', () => {
    const choice = fc.record({
      list: fc.constantFrom('public', 'personal', 'all'),
      from: fc.option(year, { nil: undefined }),
      to: fc.option(year, { nil: undefined }),
      hasLicence: fc.option(fc.boolean(), { nil: undefined }),
      isPublic: fc.option(fc.boolean(), { nil: undefined }),
      isTransformed: fc.option(fc.boolean(), { nil: undefined }),
      around: fc.option(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(history, choice, (given, { around: points, ...asked }) => {
        const { columns, known, step } = replay(given)
        step(() => undefined)
        const around = points?.map(([minX, minY]) => ({ minX, minY, maxX: minX + 2, maxY: minY + 2 }))
        const query = { ...asked, viewerId: VIEWER, among: [], around } as Choice
        const wanted = [...known.values()].filter((map) => {
          const [w = NaN, s = NaN, e = NaN, n = NaN] = map.corners ?? []
          const isMine = map.ownerId === VIEWER
          const isPlaced = map.versionId !== null
          const isOfList = {
            public: map.isPublic && isPlaced,
            personal: isMine,
            all: map.isPublic || isMine,
          }[asked.list]!
          return (
            isOfList &&
            (asked.from === undefined || (map.lastYear !== null && map.lastYear >= asked.from)) &&
            (asked.to === undefined || (map.firstYear !== null && map.firstYear <= asked.to)) &&
            (asked.hasLicence === undefined || asked.hasLicence === map.hasLicence) &&
            (asked.isPublic === undefined || asked.isPublic === map.isPublic) &&
            (asked.isTransformed === undefined || asked.isTransformed === isPlaced) &&
            (!around ||
              around.some((box) => w <= box.maxX && e >= box.minX && s <= box.maxY && n >= box.minY))
          )
        })
        const ids = (rows: Iterable<number>) => Array.from(rows, (one) => columns.ids[one]!)
        expect(ids(chosenRows(columns, query)).sort()).toEqual(wanted.map(({ id }) => id).sort())
      }),
    )
  })
})
