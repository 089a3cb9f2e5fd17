import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { placeOfText } from '../place-text.ts'
import { NavigatorPage } from '../../navigator/navigator-page.tsx'

const route = getRouteApi('/shell/navigator')

/** A map laid over in place of others. */
interface Choice {
  readonly mapId: string
  readonly mapTitle: string
  /** What the address asked for before; undefined: no map. */
  readonly insteadOf: readonly (string | undefined)[]
}

/** Joins the navigator to the address: what stands there comes before the state of the navigation. */
export function NavigatorRoute() {
  const search = route.useSearch()
  const state = useLocation({ select: (location) => location.state })
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Choice | null>(null)
  const mapId = search.mapId ?? state.mapId
  const place = useMemo(() => placeOfText(search.place), [search.place])
  useEffect(() => {
    // Each open sheet is a step of the history: the map that is chosen holds for the steps below it too.
    if (!choice?.insteadOf.includes(mapId)) return
    void navigate({
      to: '/navigator',
      search: ({ place: asked }) => ({ mapId: choice.mapId, mapTitle: choice.mapTitle, place: asked }),
      state: ({ layers, viewer }) => ({ ...(layers && { layers }), ...(viewer && { viewer }) }),
      replace: true,
      ignoreBlocker: true,
    })
  }, [choice, mapId, navigate])
  return (
    <NavigatorPage
      mapId={mapId}
      place={place}
      tiffUrl={search.tiffUrl ?? state.tiffUrl}
      mapTitle={search.mapTitle ?? state.mapTitle}
      onMap={({ id, titles }) =>
        setChoice((last) => ({
          mapId: id,
          mapTitle: titles.title,
          insteadOf: [...(last?.insteadOf ?? []), mapId].filter((other) => other !== id),
        }))
      }
      onBack={() =>
        void navigate(state.viewer ? { to: '/public-maps', search: state.viewer } : { to: '/main' })
      }
      onReturn={() => void navigate({ to: '/navigator', search })}
    />
  )
}
