import { useNavigate } from '@tanstack/react-router'
import { AssignedToOthersPage } from '../../assignments/assigned-to-others-page.tsx'
import { MyAssignmentsPage } from '../../assignments/my-assignments-page.tsx'
import { UndiscoveredPage } from '../../assignments/undiscovered-page.tsx'

/** Opens the editor on a map; as an assignment where someone else owns it. */
function useOpenEditor(isAssignment: boolean): (mapId: string) => void {
  const navigate = useNavigate()
  return (mapId) => void navigate({ to: '/map-editor', search: { mapId }, state: { mapId, isAssignment } })
}

export function UndiscoveredRoute() {
  return <UndiscoveredPage onOpenEditor={useOpenEditor(true)} />
}

export function MyAssignmentsRoute() {
  return <MyAssignmentsPage onOpenEditor={useOpenEditor(true)} />
}

export function AssignedToOthersRoute() {
  return <AssignedToOthersPage onOpenEditor={useOpenEditor(false)} />
}
