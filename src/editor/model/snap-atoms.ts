import { atom } from 'jotai'
import type { useStore } from 'jotai'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { Snapped, Snapper } from '../../map/snap/snapper.ts'
import { rememberedSwitch } from './remembered.ts'
import { mapCentreAtom, pointerAtom } from './view-atoms.ts'
import { panesAtom } from './tool-atoms.ts'

type Store = ReturnType<typeof useStore>

/** S is held. */
export const isSnapHeldAtom = atom(false)
/** It is switched on, until it is switched off. */
export const isSnapOnAtom = rememberedSwitch('editorSnapping', false)
/** What is placed on the map jumps to what the base map has there. */
export const isSnappingAtom = atom((get) => get(isSnapHeldAtom) || get(isSnapOnAtom))

/** Reads the base map that is shown; null: it has not come, or a picture is shown. */
export const snapperAtom = atom<Snapper | null>(null)
/** What there is to read: `picture`: nothing, for the base map is made of pictures. */
export const snapGroundAtom = atom<'map' | 'picture'>('map')
/** What lies near the pointer, or else near the cross, while snapping; null: nothing does. */
export const snappedAtom = atom<Snapped | null>(null)

/** What lies nearest to a place of the map in its view of now; null: nothing, or nothing is snapped to. */
export function snappedAt(store: Store, place: MapPoint): Snapped | null {
  const zoom = store.get(panesAtom).map.current?.camera()?.zoom
  if (!store.get(isSnappingAtom) || zoom === undefined) return null
  return store.get(snapperAtom)?.at(place, zoom) ?? null
}

/** Where what is placed there comes to lie. */
export const placeOnto = (store: Store, place: MapPoint): MapPoint => snappedAt(store, place)?.at ?? place

/** Looks again at what lies near the pointer over the map, or else near its cross. */
export function lookForSnap(store: Store): void {
  const pointer = store.get(pointerAtom)
  const place = pointer?.side === 'map' ? pointer.map : store.get(mapCentreAtom)
  const found = place && snappedAt(store, place)
  const before = store.get(snappedAtom)
  const isSame =
    before?.at[0] === found?.at[0] && before?.at[1] === found?.at[1] && before?.what === found?.what
  if (!isSame || before?.stepMetres !== found?.stepMetres) store.set(snappedAtom, found)
}
