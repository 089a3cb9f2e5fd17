import { getRouteApi } from '@tanstack/react-router'
import { CatalogPage } from '../../catalogs/catalog-page.tsx'
import { UnbuiltPage } from './unbuilt-page.tsx'

const route = getRouteApi('/shell/catalogs')

/** Joins the catalogs to the address, which may name one of them. */
export function CatalogsRoute() {
  const { catalogId } = route.useSearch()
  return catalogId === undefined ? <UnbuiltPage /> : <CatalogPage id={catalogId} />
}
