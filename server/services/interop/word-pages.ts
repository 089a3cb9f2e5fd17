import type { Database } from '../../db/database.ts'
import { wordsOfMapLike } from '../../db/queries/found-words.ts'
import { listWords } from '../../db/queries/scan-words.ts'
import { foldText } from '../../fold-text.ts'
import type { InteropAddresses } from '../../interop/addresses.ts'
import { type NumberedWord, searchPage, wordPage } from '../../interop/word-annotations.ts'
import { rankWords } from '../lettering/word-ranks.ts'
import { notFound } from '../refusal.ts'
import type { InteropAnswer } from './manifests.ts'
import { seenScan } from './seen-scan.ts'

/** Terms of a search that are looked for one by one, and words that it finds. */
const [MOST_TERMS, MOST_FOUND] = [5, 500]

/** What a Content Search 2 service is asked by; it knows `q` alone. */
export interface WordSearch {
  readonly q?: string | undefined
  readonly motivation?: string | undefined
  readonly date?: string | undefined
  readonly user?: string | undefined
}

/** The words on a scan as a page of annotations. @throws Refusal 404, also where there are none */
export async function wordPageOf(
  db: Database,
  viewerId: string | null,
  id: string,
  addresses: InteropAddresses,
): Promise<InteropAnswer> {
  const { row, width, height } = await seenScan(db, viewerId, id)
  const words = await listWords(db, row.map.id)
  if (words.length === 0) throw notFound()
  const canvas = { id: addresses.canvas(row.map.id), width, height }
  const numbered = words.map((word, n) => ({ ...word, n }))
  return { body: wordPage(addresses.words(row.map.id), canvas, numbered), isOpen: row.map.isPublic }
}

/** The words on a scan that a text may mean, the surest first: all of it, then its terms. @throws Refusal 404 */
export async function wordSearchOf(
  db: Database,
  viewerId: string | null,
  id: string,
  addresses: InteropAddresses,
  { q = '', ...ignored }: WordSearch,
): Promise<InteropAnswer> {
  const { row, width, height } = await seenScan(db, viewerId, id)
  const mapId = row.map.id
  const given = Object.entries(ignored).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const asked = new URLSearchParams([['q', q], ...given.map(([name, value]) => [name, value])])
  const canvas = { id: addresses.canvas(mapId), width, height }
  const words = await wordsFound(db, mapId, foldText(q))
  return {
    body: searchPage(`${addresses.wordSearch(mapId)}?${asked.toString()}`, canvas, {
      words,
      ignored: given.map(([name]) => name),
    }),
    isOpen: row.map.isPublic,
  }
}

async function wordsFound(db: Database, mapId: string, sought: string): Promise<NumberedWord[]> {
  const terms = [...new Set([sought, ...sought.split(' ').slice(0, MOST_TERMS)])]
  const found = new Map<number, NumberedWord>()
  for (const term of terms) {
    if (term === '') continue
    for (const word of rankWords(term, await wordsOfMapLike(db, mapId, term, MOST_FOUND)))
      if (!found.has(word.n)) found.set(word.n, word)
  }
  return [...found.values()].slice(0, MOST_FOUND)
}
