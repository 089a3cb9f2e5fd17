import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CatalogsPage } from '../../catalogs/catalogs-page.tsx'

const route = getRouteApi('/shell/catalogs')

/** Joins the catalogs to the address, which may name the one whose maps stand open. */
export function CatalogsRoute() {
  const { catalogId, shared } = route.useSearch()
  const navigate = useNavigate()
  const change = route.useNavigate()
  const { history } = useRouter()
  const opened = useMemo(
    () => (catalogId !== undefined ? { id: catalogId } : shared !== undefined ? { token: shared } : null),
    [catalogId, shared],
  )
  return (
    <CatalogsPage
      opened={opened}
      onOpen={({ id }) =>
        void change({ search: { catalogId: id }, state: { isDialogStep: true }, resetScroll: false })
      }
      // Where it was opened here, the step before is the page without it; a link may begin with it.
      onClose={() => {
        if (history.location.state.isDialogStep) return history.back({ ignoreBlocker: true })
        void change({ search: {}, replace: true, resetScroll: false, ignoreBlocker: true })
      }}
      onOpenViewer={({ id }) => void navigate({ to: '/public-maps', search: { catalogId: id } })}
    />
  )
}
