import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { readToken } from '../../api/bearer-token.ts'
import { queryClient } from '../../api/query-client.ts'
import { useEffect, useState } from 'react'
import { readFilters } from '../../map-search/filter-forms.ts'
import { OWN_MAP_FILTERS } from '../../map-search/filters.ts'
import { editorLink, navigatorLink, openLink, viewerLink } from '../../map-record/map-links.ts'
import { MainPage } from '../../my-maps/main-page.tsx'
import { personalMapsQuery } from '../../queries/map-queries.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'

const MapDiscussionDialog = lazyOverlay(
  async () => (await import('../../map-record/discussion/map-discussion-dialog.tsx')).MapDiscussionDialog,
)

const route = getRouteApi('/shell/main')

/** Asks for the maps while the page is still being put together: a poor line takes as long for either. */
export function beginMain(): void {
  if (readToken() !== null) void queryClient.prefetchQuery(personalMapsQuery)
}

/** Joins the page of personal maps to the address. */
export function MainRoute() {
  const search = route.useSearch()
  const { tab = 'all', dialog, discussion, at, uploaded } = search
  const navigate = useNavigate()
  const change = route.useNavigate()
  const { history } = useRouter()
  // Loaded anew while the upload was about to lead on: it leads on all the same.
  const [arrived] = useState(uploaded)
  useEffect(() => {
    if (arrived) void navigate({ to: '/map-editor', search: { mapId: arrived }, replace: true })
  }, [arrived, navigate])
  const openDialog = (opened: 'new' | 'many' | 'trash') =>
    void change({
      search: (last) => ({ ...last, dialog: opened }),
      // What lies over the page already stays there: maps may be being chosen.
      state: (last) => ({ ...last, isDialogStep: true }),
    })
  // Where it was opened here, the step before is the page without it; a link may begin with it.
  const closeDialog = () => {
    if (history.location.state.isDialogStep) return history.back({ ignoreBlocker: true })
    void change({
      search: (last) => ({
        ...last,
        dialog: undefined,
        discussion: undefined,
        at: undefined,
        uploaded: undefined,
      }),
      replace: true,
      ignoreBlocker: true,
    })
  }
  return (
    <>
      <MainPage
        filters={readFilters(OWN_MAP_FILTERS, search)}
        tab={tab}
        dialog={arrived ? undefined : dialog}
        onTab={(next) =>
          void change({ search: (last) => ({ ...last, tab: next === 'all' ? undefined : next }) })
        }
        onDialog={openDialog}
        onDialogClose={closeDialog}
        onClearSearch={() => void change({ search: {} })}
        onOpenEditor={(map) => void navigate(editorLink(map))}
        onSent={(id) =>
          void change({
            search: (last) => ({ ...last, uploaded: id }),
            state: (last) => last,
            replace: true,
            resetScroll: false,
          })
        }
        onUploaded={(mapId) => void navigate({ to: '/map-editor', search: { mapId }, replace: true })}
        onShowOnMap={(map) => void navigate(viewerLink(map, 'personal'))}
        onNavigate={(map) => void navigate(navigatorLink(map))}
      />
      {discussion === undefined ? null : (
        <MapDiscussionDialog
          key={`${discussion} ${at}`}
          mapId={discussion}
          startsWith={at ?? 'discussion'}
          onClose={closeDialog}
          onLoad={(map) => void navigate(openLink(map))}
        />
      )}
    </>
  )
}
