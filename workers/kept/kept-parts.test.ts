import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { keptDatabase } from './kept-database-api.ts'
import type { KeptArea } from './kept-database-api.ts'
import { AreaGoneError, freeArea, hasKeptParts, keepParts, keptPart, missingParts } from './kept-parts-api.ts'

const part = (url: string, offset: number, text: string) => ({
  url,
  offset,
  length: text.length,
  bytes: new TextEncoder().encode(text).buffer,
})
const textOf = (bytes: ArrayBuffer | null) => bytes && new TextDecoder().decode(bytes)
const stores = async () => {
  const db = await keptDatabase()
  return { parts: await db.count('parts'), holders: await db.count('holders') }
}

beforeEach(async () => {
  const db = await keptDatabase()
  for (const store of ['areas', 'parts', 'holders'] as const) await db.clear(store)
  for (const id of ['a', 'b']) await db.put('areas', { id } as KeptArea)
})

describe('what is kept', () => {
  it('is found by its file, offset and length, and by nothing else', async () => {
    await keepParts('a', [part('/f', 10, 'tile')])
    expect(textOf(await keptPart('/f', 10, 4))).toBe('tile')
    expect(await keptPart('/f', 10, 5)).toBeNull()
    expect(await keptPart('/g', 10, 4)).toBeNull()
    expect([await hasKeptParts('/f'), await hasKeptParts('/g')]).toEqual([true, false])
  })

  it('goes with the last area that needs it', async () => {
    await keepParts('a', [part('/f', 0, 'both'), part('/f', 4, 'only a')])
    expect(await missingParts('b', [part('/f', 0, 'both'), part('/f', 9, 'new')])).toMatchObject([
      { offset: 9 },
    ])
    await freeArea('a')
    expect(textOf(await keptPart('/f', 0, 4))).toBe('both')
    expect(await keptPart('/f', 4, 6)).toBeNull()
    await freeArea('b')
    expect(await stores()).toEqual({ parts: 0, holders: 0 })
  })

  it('is refused for an area that was freed meanwhile', async () => {
    await freeArea('a')
    await expect(keepParts('a', [part('/f', 0, 'late')])).rejects.toBeInstanceOf(AreaGoneError)
    await expect(missingParts('a', [part('/f', 0, 'late')])).rejects.toBeInstanceOf(AreaGoneError)
    expect(await stores()).toEqual({ parts: 0, holders: 0 })
  })
})
