import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { MainPage } from '../../maps/main-page.tsx'

const route = getRouteApi('/shell/main')

/** Joins the page of personal maps to the address. */
export function MainRoute() {
  const { q = '', in: category = 'ALL', tab = 'all', dialog } = route.useSearch()
  const navigate = useNavigate()
  const change = route.useNavigate()
  return (
    <MainPage
      query={q}
      category={category}
      tab={tab}
      dialog={dialog}
      onTab={(next) =>
        void change({ search: (last) => ({ ...last, tab: next === 'all' ? undefined : next }) })
      }
      onDialog={(next) => void change({ search: (last) => ({ ...last, dialog: next }) })}
      onClearSearch={() => void change({ search: {} })}
      onOpenEditor={(mapId) => void navigate({ to: '/map-editor', search: { mapId } })}
      onShowOnMap={({ id }) => void navigate({ to: '/public-maps', search: { mapId: id, tab: 'personal' } })}
      onNavigate={({ id, titles, files }) =>
        void navigate({
          to: '/navigator',
          search: { mapId: id, mapTitle: titles.title },
          state: { mapId: id, mapTitle: titles.title, tiffUrl: files.transformedPath ?? undefined },
        })
      }
    />
  )
}
