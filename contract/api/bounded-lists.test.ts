/** No reply holds a list that grows with what users make and has no bound. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ApiCall } from './define-call.ts'

const modules = import.meta.glob<Record<string, unknown>>('./*.ts', { eager: true })

const isCall = (value: unknown): value is ApiCall =>
  typeof value === 'object' && value !== null && 'reply' in value && 'path' in value && 'method' in value

/** Lists that are bounded by something else than their schema. */
const BOUNDED_OTHERWISE: Readonly<Record<string, RegExp>> = {
  'written while it is read': /^exportAccount /,
  'one page of a list, as all lists of maps are read': /^(?:myClaims pendingMaps|assignedToOthers maps)$/,
  'pages of a fixed length':
    /^(?:mapComments comments|mapHistory events|notifications notifications|findMaps items)$/,
  'the first few':
    /^(?:findSuggestions |getMap (?:warnings|embeddedGcps)|myClaims rejected|.*\.?pictures$|geocode)/,
  MAX_FOLLOWED: /^follows /,
  MAX_CATALOGS: /^catalogsOfMap catalogs$/,
  MAX_CONTROL_POINTS: /imagePoints$/,
  VERSIONS_KEPT: /^mapVersions versions/,
  'how often one may share, sign in or ask, by the hour':
    /^(?:catalogShares users|sessions (?:sessions|signIns)|betterPoints wishes)$/,
  kinds: /archives$/,
  'settings of the operator': /^config /,
}

const isObjects = (element: unknown): boolean => {
  const { def } = element as { def: { type: string; options?: unknown[] } }
  return def.type === 'object' || (def.type === 'union' && (def.options ?? []).some(isObjects))
}

const hasMost = (schema: z.ZodType): boolean =>
  ((schema.def as { checks?: readonly { _zod: { def: { check: string } } }[] }).checks ?? []).some(
    ({ _zod }) => ['max_length', 'length_equals'].includes(_zod.def.check),
  )

/** Names of the lists of objects in a reply that have no largest length. */
function unboundedLists(schema: z.ZodType, path: readonly string[] = []): string[] {
  const def = schema.def as unknown as Record<string, unknown> & { type: string }
  const within = (inner: unknown, name?: string) =>
    unboundedLists(inner as z.ZodType, name === undefined ? path : [...path, name])
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
        within(inner, name),
      )
    case 'array': {
      const isUnbounded = isObjects(def.element) && !hasMost(schema)
      return [...(isUnbounded ? [path.join('.')] : []), ...within(def.element)]
    }
    case 'union':
      return (def.options as unknown[]).flatMap((option) => within(option))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return within(def.innerType)
    default:
      return []
  }
}

const found = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, call]) =>
    isCall(call) && call.method === 'GET' ? unboundedLists(call.reply).map((list) => `${name} ${list}`) : [],
  ),
)

describe('lists of the API', () => {
  it('are bounded, each by its schema or by what is named here', () => {
    expect(
      [...new Set(found)].filter(
        (list) => !Object.values(BOUNDED_OTHERWISE).some((known) => known.test(list)),
      ),
    ).toEqual([])
  })
})
