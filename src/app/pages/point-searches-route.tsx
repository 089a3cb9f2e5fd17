import { useNavigate } from '@tanstack/react-router'
import { PointSearchesPage } from '../../my-maps/point-searches/point-searches-page.tsx'

/** Joins the page of points that were found in the background to the address. */
export function PointSearchesRoute() {
  const navigate = useNavigate()
  return (
    <PointSearchesPage
      onMend={(mapId) => void navigate({ to: '/map-editor', search: { mapId, proposed: 'found' } })}
    />
  )
}
