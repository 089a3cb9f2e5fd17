import { getRouteApi } from '@tanstack/react-router'
import { FavouritesPage } from '../../favourites/favourites-page.tsx'
import { favouritesAddress, favouritesStateOf } from '../../favourites/favourites-state.ts'
import { useMapWays } from './use-map-ways.ts'

const route = getRouteApi('/shell/favourites')

/** Joins the page of favourites to the address. */
export function FavouritesRoute() {
  const search = route.useSearch()
  const change = route.useNavigate()
  return (
    <FavouritesPage
      {...useMapWays()}
      search={favouritesStateOf(search)}
      onSearch={(next) => void change({ search: favouritesAddress(next) })}
    />
  )
}
