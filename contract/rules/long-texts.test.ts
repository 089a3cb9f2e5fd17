import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { login, register, updateProfile } from '../api/auth.ts'
import { createCatalog } from '../api/catalogs.ts'
import { mapListQuery } from '../api/maps.ts'
import { geocode } from '../api/places.ts'
import { mapFieldsSchema, uploadFieldsSchema } from './map-fields.ts'

/** Texts that make a backtracking pattern work for every split: long, and wrong only at their end. */
const ATTACKS: Record<string, (length: number) => string> = {
  'letters and then a wrong one': (length) => `${'a'.repeat(length)}!`,
  spaces: (length) => `a${' '.repeat(length)}b\0`,
  dots: (length) => `a@${'b.'.repeat(length / 2)}`,
  ats: (length) => `${'a@'.repeat(length / 2)}`,
  digits: (length) => `1:${'0'.repeat(length)}x`,
  signs: (length) => `${'-'.repeat(length)}1`,
  'combining marks': (length) => `e${'\u0301'.repeat(length)}<`,
  brackets: (length) => `${'['.repeat(length)}`,
}

const SCHEMAS: Record<string, { schema: z.ZodType; fields: readonly string[] }> = {
  register: { schema: register.body, fields: ['email', 'username', 'password'] },
  login: { schema: login.body, fields: ['email', 'password'] },
  profile: { schema: updateProfile.body, fields: ['username', 'email', 'firstName'] },
  catalog: { schema: createCatalog.body, fields: ['title'] },
  map: { schema: mapFieldsSchema, fields: ['title', 'scale', 'dpi', 'description', 'year'] },
  upload: { schema: uploadFieldsSchema, fields: ['title', 'scale', 'dpi', 'year', 'startYear', 'isPublic'] },
  list: { schema: mapListQuery, fields: ['yearFrom', 'search', 'boxFilter', 'cursor', 'limit'] },
  geocode: { schema: geocode.query, fields: ['q', 'viewbox', 'polygon_geojson'] },
}

/** The least of several times, in milliseconds: other work on the machine only adds to it. */
function leastTime(work: () => void): number {
  let least = Infinity
  for (let n = 0; n < 7; n += 1) {
    const started = performance.now()
    work()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

describe('fields of 50 kB', () => {
  for (const [name, { schema, fields }] of Object.entries(SCHEMAS))
    it(`${name}: are judged in a time that grows no faster than they do`, () => {
      const wrong: string[] = []
      for (const field of fields)
        for (const [attack, text] of Object.entries(ATTACKS)) {
          const [short, long] = [{ [field]: text(5_000) }, { [field]: text(50_000) }]
          // Ten times the text; a pattern that tries every split would take a hundred times as long.
          const excess = () =>
            leastTime(() => schema.safeParse(long)) - 40 * leastTime(() => schema.safeParse(short)) - 1
          // A busy machine may make one look slow, and not each of several.
          if ([1, 2, 3, 4].every(() => excess() > 0)) wrong.push(`${field}, ${attack}`)
        }
      expect(wrong).toEqual([])
    })
})
