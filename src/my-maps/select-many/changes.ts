import { batchFavorites, catalogsOfMap } from '../../../contract/api/interactions.ts'
import {
  deleteMap,
  getMap,
  removeTrashedMap,
  restoreMap,
  switchPublic,
  updateMap,
} from '../../../contract/api/maps.ts'
import { callApi } from '../../api/call-api.ts'
import { formOfMap, onTopOf, changesOf, type MapFormValues } from '../../map-record/form/map-form-values.ts'
import type { TakeBack } from '../../queries/many-maps.ts'

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

/** Puts a map into catalogs; one that it lies in already stays as it is. */
export const intoCatalogs =
  (catalogIds: readonly string[]): Change =>
  async (mapId) => {
    const params = { mapId }
    const held = new Set((await callApi(catalogsOfMap, { params })).catalogs.map(({ id }) => id))
    const added = catalogIds.filter((id) => !held.has(id))
    if (added.length === 0) return null
    await callApi(batchFavorites, { params, body: { addCatalogs: added, removeCatalogs: [] } })
    return () => callApi(batchFavorites, { params, body: { addCatalogs: [], removeCatalogs: added } })
  }
