import type { FoundSuggestions } from '../../../../contract/api/find.ts'
import { bestFound } from '../../../db/queries/find-stretches.ts'
import { findSummaries } from '../../../db/queries/found-maps.ts'
import { makersLike, ownersLike } from '../../../db/queries/search-facts.ts'
import { foldText } from '../../../fold-text.ts'
import { within } from './within.ts'
import type { FindDeps } from '../find-maps.ts'
import { summaryView } from '../../maps/record/map-view.ts'

const MAPS = 5
const PEOPLE = 4
const PLACES = 3
/** How long suggestions wait for places while the gazetteer is being filled, in milliseconds. */
const PLACES_MS = 1_000

/** The few maps, people and places that a text may mean while it is typed; nothing for less than two letters. */
export async function suggest(
  deps: FindDeps,
  viewerId: string,
  text: string,
  language: string,
): Promise<FoundSuggestions> {
  const folded = foldText(text)
  if (folded.length < 2) return { maps: [], people: [], places: [] }
  const [maps, people, places] = await Promise.all([
    mapsLike(deps, viewerId, text),
    peopleLike(deps, viewerId, folded),
    within(deps.places.named(text.trim(), language, PLACES), PLACES_MS, []),
  ])
  return { maps, people, places }
}

async function mapsLike(
  { db, signer, searches }: FindDeps,
  viewerId: string,
  text: string,
): Promise<FoundSuggestions['maps']> {
  const sought = await searches.read(viewerId, text)
  if (!sought) return []
  const ids = await bestFound(db, viewerId, sought, MAPS)
  // Read with the list's condition once more: what was hidden in the meantime is not shown.
  const rows = await findSummaries(db, viewerId, { list: 'all' }, ids)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { titles, years, basePath, isTransformed } = summaryView(row, viewerId, signer)
    return [{ id, title: titles.title, years, basePath, isTransformed }]
  })
}

/** Names that hold the text: users first where there are few, then creators and publishers, the most frequent first. */
async function peopleLike({ db }: FindDeps, viewerId: string, folded: string): Promise<string[]> {
  const [makers, owners] = await Promise.all([
    makersLike(db, viewerId, folded),
    ownersLike(db, viewerId, folded, PEOPLE),
  ])
  const names = makers.flatMap(({ creator, publisher }) => [creator, publisher])
  const made = names.filter((name) => name !== null && foldText(name).includes(folded)) as string[]
  // Each name once, however it is written.
  const known = new Map<string, string>()
  for (const name of [...made.slice(0, PEOPLE - 1), ...owners, ...made])
    if (!known.has(foldText(name))) known.set(foldText(name), name)
  return [...known.values()].slice(0, PEOPLE)
}
