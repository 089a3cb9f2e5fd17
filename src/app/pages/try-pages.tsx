import '../../ui/mantine-shell.css.ts'
import { getRouteApi } from '@tanstack/react-router'
import { LocalEditor } from '../../editor/local-editor.tsx'
import { TryPage } from '../../try/try-page.tsx'

const route = getRouteApi('/try')

/** Joins the page of a map that never leaves the computer to the address and to the editor. */
export function TryRoute() {
  const { map, keep } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <TryPage
      mapId={map}
      isKeeping={keep !== undefined}
      onOpen={(mapId) => void navigate({ search: { map: mapId } })}
      Editor={LocalEditor}
    />
  )
}
