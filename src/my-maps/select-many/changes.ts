import { changeCatalogMaps } from '../../../contract/api/catalog-maps.ts'
import {
  deleteMap,
  getMap,
  removeTrashedMap,
  restoreMap,
  switchPublic,
  updateMap,
} from '../../../contract/api/maps.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { formOfMap, onTopOf, changesOf, type MapFormValues } from '../../map-record/form/map-form-values.ts'
import type { ManyOutcome, TakeBack } from '../../queries/many-maps.ts'

/** A change of one map, which gives its way back; null: it was so already. */
export type Change = (id: string) => Promise<TakeBack | null>

export const toTrash: Change = async (id) => {
  await callApi(deleteMap, { params: { id } })
  return () => callApi(restoreMap, { params: { id } })
}

/** Removes a map in the trash for good: nothing brings it back. */
export const forGood: Change = async (id) => {
  await callApi(removeTrashedMap, { params: { id } })
  return () => Promise.resolve()
}

export const fromTrash: Change = async (id) => {
  await callApi(restoreMap, { params: { id } })
  return () => callApi(deleteMap, { params: { id } })
}

export const visibility =
  (isPublic: boolean): Change =>
  async (mapId) => {
    const before = await callApi(getMap, { params: { id: mapId } })
    const set = (now: boolean) => callApi(switchPublic, { params: { mapId }, body: { isPublic: now } })
    if (before.isPublic === isPublic) return null
    await set(isPublic)
    return () => set(!isPublic)
  }

/** Sets the fields of `values` that differ from `first`; all others stay as they are. */
export const details =
  (first: MapFormValues, values: MapFormValues): Change =>
  async (id) => {
    const params = { id }
    const before = formOfMap(await callApi(getMap, { params }))
    const after = onTopOf(before, first, values)
    await callApi(updateMap, { params, body: changesOf(first, values) })
    return () => callApi(updateMap, { params, body: changesOf(after, before) })
  }

/** Puts maps into catalogs by one request; those that lie in all of them already stay as they are. */
export const intoCatalogs =
  (catalogIds: readonly string[]) =>
  async (ids: readonly string[]): Promise<ManyOutcome> => {
    const maps = [...ids]
    const add = catalogIds.map((catalogId) => ({ catalogId, maps }))
    const { added, missing } = await callApi(changeCatalogMaps, { body: { add } })
    const takeBackAll = () => callApi(changeCatalogMaps, { body: { remove: added } })
    const changed = new Map(added.flatMap((members) => members.maps.map((id) => [id, takeBackAll] as const)))
    const failed = new Map(missing.map((id) => [id, new ApiError(404, null, 'errors.notFound', 'not found')]))
    const unchanged = new Set(ids.filter((id) => !changed.has(id) && !failed.has(id)))
    return { changed, unchanged, failed, untried: 0, takeBackAll }
  }
