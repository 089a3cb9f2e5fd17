import type { FoundOwnMaps, SearchField } from '../../../contract/api/find-own.ts'
import { ownIdsFound } from '../../db/queries/find-stretches.ts'
import type { FindDeps } from './find-maps.ts'

/** Which of the caller's own maps a text finds: words mean what they mean in every other search. */
export async function findOwnMaps(
  { db, searches }: Pick<FindDeps, 'db' | 'searches'>,
  viewerId: string,
  { q, field }: { readonly q?: string | undefined; readonly field?: SearchField | undefined },
): Promise<FoundOwnMaps> {
  const sought = await searches.read(viewerId, q)
  return { ids: await ownIdsFound(db, viewerId, sought, field), isNear: sought?.isNear ?? false }
}
