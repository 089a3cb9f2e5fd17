import { type FoundWord, MAX_FOUND_WORDS } from '../../../contract/api/lettering.ts'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import type { Database } from '../../db/database.ts'
import { findSummaries } from '../../db/queries/found-maps.ts'
import { type LikeWord, transformationsOf, wordsOnMapsLike } from '../../db/queries/found-words.ts'
import type { SummaryRow } from '../../db/queries/map-rows.ts'
import { foldText } from '../../fold-text.ts'
import type { FilePathSigner } from '../maps/files/file-paths.ts'
import { summaryView } from '../maps/record/map-view.ts'
import { FairQueue } from '../transform/fair-queue.ts'
import type { Fits } from '../transform/fits.ts'
import { type LonLat, placeWords } from './word-places.ts'
import { rankWords } from './word-ranks.ts'

/** The owner of no map: what is found for them is what is public. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Words that are compared with a search. */
const COMPARED = 400
/** Searches that run at a time, and those of one user or address that wait. */
const [AT_ONCE, MOST_WAITING] = [2, 8]

export interface WordFinderDeps {
  readonly db: Database
  readonly signer: FilePathSigner
  readonly fits: Fits
  readonly stopping: AbortSignal
}

/** Where a word lies, and how large a pixel of its scan is there. */
type Spot = Pick<FoundWord, 'place' | 'metresPerPx'>

const NOWHERE: Spot = { place: null, metresPerPx: null }
/** How far from a word the place is that it is measured to, px of the scan. */
const BESIDE_PX = 10

function spotOf(place: LonLat | null | undefined, beside: LonLat | null | undefined): Spot {
  if (!place || !beside) return NOWHERE
  const [x, y] = mapPointOf(...place)
  const [besideX, besideY] = mapPointOf(...beside)
  const metresPerPx = Math.hypot(besideX - x, besideY - y) / BESIDE_PX
  return metresPerPx > 0 && Number.isFinite(metresPerPx) ? { place, metresPerPx } : NOWHERE
}

/** Who searches: a user, or an address alone. */
interface Searcher {
  readonly viewerId: string | null
  readonly address: string
}

/** Finds words on the scans of maps: a few searches at a time, users and addresses taking turns. */
export class WordFinder {
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  readonly #deps: WordFinderDeps

  constructor(deps: WordFinderDeps) {
    this.#deps = deps
  }

  /** @throws Refusal 429 where too many searches of the caller wait */
  find(searcher: Searcher, text: string): Promise<{ words: FoundWord[]; more: boolean }> {
    const asker = searcher.viewerId ?? `from ${searcher.address}`
    return this.#queue.run(asker, () => this.#find(searcher.viewerId, asker, text), this.#deps.stopping)
  }

  async #find(
    viewerId: string | null,
    asker: string,
    text: string,
  ): Promise<{ words: FoundWord[]; more: boolean }> {
    const { db } = this.#deps
    const sought = foldText(text)
    const like = await wordsOnMapsLike(db, viewerId, sought, COMPARED)
    const ranked = rankWords(sought, like)
    const shown = ranked.slice(0, MAX_FOUND_WORDS)
    const ids = [...new Set(shown.map(({ mapId }) => mapId))]
    // Read with the list's condition once more: what was hidden in the meantime is not shown.
    const rows = await findSummaries(db, viewerId ?? NOBODY, { list: 'all' }, ids)
    const places = await this.#places(asker, shown, rows)
    return {
      words: shown.flatMap((word) => {
        const row = rows.get(word.mapId)
        return row ? [this.#view(viewerId, row, word, places.get(word) ?? NOWHERE)] : []
      }),
      more: ranked.length > shown.length || like.length === COMPARED,
    }
  }

  /** Where the words of published maps lie. */
  async #places(
    asker: string,
    words: readonly LikeWord[],
    rows: ReadonlyMap<string, SummaryRow>,
  ): Promise<ReadonlyMap<LikeWord, Spot>> {
    const { db, fits } = this.#deps
    const versionIds = [...rows.values()].flatMap(({ map }) => map.currentVersionId ?? [])
    const transformations = await transformationsOf(db, versionIds)
    const places = new Map<LikeWord, Spot>()
    for (const [mapId, { map }] of rows) {
      const transformation = map.currentVersionId && transformations.get(map.currentVersionId)
      if (!transformation) continue
      const own = words.filter((word) => word.mapId === mapId)
      // The place beside each word tells how large a pixel is there.
      const asked = own.flatMap(({ x, y }) => [
        { x, y },
        { x: x + BESIDE_PX, y },
      ])
      const found = await placeWords(fits, asker, transformation, asked)
      for (const [at, word] of own.entries()) places.set(word, spotOf(found[2 * at], found[2 * at + 1]))
    }
    return places
  }

  #view(
    viewerId: string | null,
    row: SummaryRow,
    { mapId, n: _n, folded: _folded, ...word }: LikeWord,
    spot: Spot,
  ): FoundWord {
    const { map } = row
    const { basePath } = summaryView(row, viewerId, this.#deps.signer)
    return {
      mapId,
      title: map.title,
      year: map.year ?? map.firstYear,
      thumbnailPath: map.processingState === 'ready' ? `${basePath}/thumbnails/small-300.webp` : null,
      word,
      ...spot,
    }
  }
}
