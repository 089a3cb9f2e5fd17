import { getRouteApi, useRouter } from '@tanstack/react-router'
import { SearchPage } from '../../search/search-page.tsx'
import { searchAddress, searchStateOf } from '../../search/search-state.ts'
import { useMapWays } from './use-map-ways.ts'

const route = getRouteApi('/shell/search')

/** Joins the search page to the address: each filter and each text is a step that Back takes back. */
export function SearchRoute() {
  const search = route.useSearch()
  const change = route.useNavigate()
  const { history } = useRouter()
  return (
    <SearchPage
      {...useMapWays()}
      search={searchStateOf(search)}
      onSearch={(next, isTyped) =>
        void change({
          search: searchAddress(next),
          replace: isTyped && history.location.state.isTypedStep === true,
          state: { isTypedStep: isTyped },
          resetScroll: false,
        })
      }
    />
  )
}
