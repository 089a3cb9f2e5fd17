import { getRouteApi, useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { NavigatorPage } from '../../navigator/navigator-page.tsx'

const route = getRouteApi('/shell/navigator')

/** Joins the navigator to the address: what stands there comes before the state of the navigation. */
export function NavigatorRoute() {
  const search = route.useSearch()
  const state = useLocation({ select: (location) => location.state })
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const { history } = useRouter()
  return (
    <NavigatorPage
      mapId={search.mapId ?? state.mapId}
      tiffUrl={search.tiffUrl ?? state.tiffUrl}
      mapTitle={search.mapTitle ?? state.mapTitle}
      onMap={({ id, titles }) =>
        void navigate({ to: '/navigator', search: { mapId: id, mapTitle: titles.title }, replace: true })
      }
      onBack={() => (canGoBack ? history.back() : void navigate({ to: '/main' }))}
    />
  )
}
