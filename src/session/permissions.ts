import {
  permissionFacts,
  permissionsOf,
  type PermissionCircumstances,
  type PermissionSet,
} from '../../contract/permissions.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { serverNow } from '../api/server-clock.ts'
import { useSession } from './session.ts'

/** What the signed-in user may do with a map, by the rules that the server holds too. */
export function usePermissions(
  map: Pick<MapSummary, 'userId' | 'isPublic' | 'isTransformed' | 'assigned'>,
  circumstances: PermissionCircumstances = {},
): PermissionSet {
  const { user } = useSession()
  return permissionsOf(permissionFacts(map, serverNow()), user?.id ?? null, circumstances)
}
