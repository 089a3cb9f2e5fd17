import { getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ViewerPage } from '../../viewer/viewer-page.tsx'
import { LIST_TABS, viewerSearch } from '../../viewer/model/viewer-search.ts'
import { searchOf, stateOf } from '../../viewer/model/viewer-state.ts'
import { serverOrigin } from '../../api/server-address.ts'
import { placeText } from '../place-text.ts'
import { oneOf } from '../search-text.ts'

const route = getRouteApi('/shell/public-maps')

const NOTHING = { mapId: undefined, tiffUrl: undefined, catalogId: undefined, tab: undefined }

/** Joins the map viewer to the address, where all of its state stands. */
export function ViewerRoute() {
  const search = route.useSearch()
  const change = route.useNavigate()
  const navigate = useNavigate()
  const router = useRouter()
  const handedOver = useLocation({
    select: ({ pathname, state }) => {
      // On the way to another page its location stands before this one has gone.
      if (pathname !== '/public-maps') return NOTHING
      const { mapId, tiffUrl, catalogId, tab } = state
      return { mapId, tiffUrl, catalogId, tab: oneOf(LIST_TABS, tab) }
    },
    structuralSharing: true,
  })
  useEffect(() => {
    if (Object.values(handedOver).every((value) => value === undefined)) return
    // What came with the step stands in the address as well, for reloading and for others; there it counts.
    void change({ search: (last) => viewerSearch({ ...handedOver, ...last }), state: {}, replace: true })
  }, [handedOver, change])
  const state = stateOf(viewerSearch({ ...handedOver, ...search }))
  return (
    <ViewerPage
      state={state}
      onChange={(next, isChoice) =>
        void change({ search: (last) => searchOf(next(stateOf(last))), replace: !isChoice })
      }
      onNavigate={(map, place) => {
        const handed = map
          ? { mapId: map.id, mapTitle: map.title, ...(map.path !== null && { tiffUrl: map.path }) }
          : {}
        void navigate({
          to: '/navigator',
          search: { ...handed, ...(place && { place: placeText(place) }) },
          state: { ...handed, viewer: searchOf(state) },
        })
      }}
      onBackToPublic={() => void navigate({ to: '/public-maps', search: {} })}
      linkTo={(state, isForAnyone) => {
        const { href } = router.buildLocation({ to: '/public-maps', search: searchOf(state) })
        return serverOrigin() + (isForAnyone ? href.replace(/^\/public-maps/, '/explore') : href)
      }}
    />
  )
}
