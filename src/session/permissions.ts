import {
  permissionFacts,
  permissionsOf,
  type PermissionCircumstances,
  type PermissionSet,
} from '../../contract/permissions.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { serverNow } from '../api/server-clock.ts'
import { useSession } from './session.ts'

/** The facts of a map that permissions depend on. */
type JudgedMap = Pick<MapSummary, 'userId' | 'isPublic' | 'isTransformed' | 'acceptsClaims' | 'assigned'>

/** What the signed-in user may do with a map, by the rules that the server holds too. */
export function usePermissions(map: JudgedMap, circumstances: PermissionCircumstances = {}): PermissionSet {
  const { user } = useSession()
  return permissionsOf(permissionFacts(map, serverNow()), user?.id ?? null, circumstances)
}

/** The same for whichever map is asked about, at the time of asking. */
export function usePermissionsOf(): (map: JudgedMap) => PermissionSet {
  const { user } = useSession()
  return (map) => permissionsOf(permissionFacts(map, serverNow()), user?.id ?? null)
}
