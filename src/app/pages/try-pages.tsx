import '../../ui/mantine-shell.css.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LocalEditorType } from '../../try/open-map.tsx'
import { TryPage } from '../../try/try-page.tsx'
import { lazySection } from '../../ui/lazy-section.tsx'

const route = getRouteApi('/try')
const loadEditor = async () => (await import('../../editor/local-editor.tsx')).LocalEditor
const LateEditor = lazySection<LocalEditorType>(loadEditor)

/** Joins the page of a map that never leaves the computer to the address and to the editor. */
export function TryPages() {
  const { map, keep } = route.useSearch()
  const navigate = route.useNavigate()
  // While a scan is chosen and read there is time for it.
  useEffect(() => void loadEditor().catch(() => undefined), [])
  return (
    <TryPage
      mapId={map}
      isKeeping={keep !== undefined}
      onOpen={(mapId) => void navigate({ search: { map: mapId } })}
      Editor={LateEditor}
    />
  )
}
