import { describe, expect, it } from 'vitest'
import { allPages } from './all-pages.ts'

describe('all pages of a list', () => {
  it('are asked for one after another, until none is left', async () => {
    const asked: (string | undefined)[] = []
    const cursors = ['a', 'b', null]
    const pages = await allPages(async (cursor) => {
      asked.push(cursor)
      return { maps: [asked.length], nextCursor: cursors[asked.length - 1]! }
    })
    expect(asked).toEqual([undefined, 'a', 'b'])
    expect(pages.flatMap(({ maps }) => maps)).toEqual([1, 2, 3])
  })
})
