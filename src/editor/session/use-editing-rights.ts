import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { permissionFacts, permissionsOf, type PermissionSet } from '../../../contract/permissions.ts'
import { serverNow } from '../../api/server-clock.ts'
import { refreshMap } from '../../queries/map-queries.ts'
import { usePermissions } from '../../session/permissions.ts'
import { toast } from '../../ui/toast-store.ts'
import type { TransformState } from './use-transform.ts'

/** The server's clock is known to half a second: asked earlier, it might say that there is time left. */
const CLOCK_SLACK_MS = 1_000

export interface EditingRights {
  readonly permissions: PermissionSet
  /** How this user's assignment ended while they were editing the map; null: it did not. */
  readonly ended: EndedAssignment | null
}

/** The time was over, the owner has taken the result, or has given the map free again. */
export type EndedAssignment = 'expired' | 'approved' | 'givenBack'

/**
 * What this user may do with the map now. When their assignment ends, by time or by its owner, they are told, and
 * editing stays locked, although the map may be open to everyone again: going on would be a new claim, which is theirs to
 * make. Their draft is kept.
 *
 * @param isGone the map is not there any more: nothing can be changed
 * @param isLocal the map lies on this device: whoever sits before it may do everything
 */
export function useEditingRights(
  record: MapRecord,
  transform: TransformState,
  isGone: boolean,
  isLocal = false,
): EditingRights {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const [ended, setEnded] = useState<EndedAssignment | null>(null)
  const circumstances = {
    isTransforming: transform.percent !== undefined,
    limitAllows: transform.refusal === null,
  }
  const ofUser = usePermissions(record, circumstances)
  const permissions = isLocal
    ? permissionsOf(permissionFacts(record, serverNow()), record.userId, circumstances)
    : ofUser
  const { isAssignedUser, isDone, isAssigned, isOwner } = permissions
  const [wasAssigned, setWasAssigned] = useState(isAssignedUser)
  if (wasAssigned !== isAssignedUser) {
    setWasAssigned(isAssignedUser)
    // A new claim by the same user is a new start.
    if (isAssignedUser) setEnded(null)
    else if (ended === null) setEnded(record.isTransformed ? 'approved' : 'givenBack')
  }
  const isWatched = (isAssignedUser || (isAssigned && isOwner)) && !isDone
  const expireAt = isWatched ? record.assigned?.expireAt : undefined

  const expire = useEffectEvent(() => {
    toast.warning(t('banner.assignmentExpired'), { title: record.titles.title })
    if (isAssignedUser) setEnded('expired')
    void refreshMap(queries, record.id)
  })
  useEffect(() => {
    if (expireAt === undefined) return undefined
    const left = Date.parse(expireAt) - serverNow()
    const timer = window.setTimeout(() => expire(), Math.max(0, left) + CLOCK_SLACK_MS)
    return () => window.clearTimeout(timer)
  }, [expireAt])

  const isLocked = ended !== null && !isAssignedUser
  return {
    permissions: isLocked || isGone ? locked(permissions) : permissions,
    ended: isLocked ? ended : null,
  }
}

const locked = (permissions: PermissionSet): PermissionSet => ({
  ...permissions,
  canEdit: false,
  canTransform: false,
  canMarkAsDone: false,
})
