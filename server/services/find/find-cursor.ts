import { z } from 'zod'
import type { FindSort } from '../../../contract/api/find.ts'
import type { FoundId } from '../../db/queries/found-maps.ts'
import { isId } from '../../db/new-id.ts'

/** Where a page ended, and what was counted for the first one. */
export interface FindCursor {
  /** Which stretch of the list. */
  readonly at: number
  readonly last: FoundId
  readonly total: number
  readonly inView: number | undefined
}

const count = z.int().min(0)
const shape = z.tuple([
  z.string(),
  count,
  z.array(z.string()),
  z.string().refine(isId),
  count,
  count.nullable(),
])

export function writeCursor(sort: FindSort, { at, last, total, inView }: FindCursor): string {
  const parts: z.input<typeof shape> = [sort, at, [...last.keys], last.id, total, inView ?? null]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** A cursor comes back from outside: undefined where it is none of ours, or of another sort. */
export function readCursor(text: string, sort: FindSort): FindCursor | undefined {
  try {
    const { data } = shape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!data || data[0] !== sort) return undefined
    const [, at, keys, id, total, inView] = data
    return { at, last: { id, keys }, total, inView: inView ?? undefined }
  } catch {
    return undefined
  }
}
