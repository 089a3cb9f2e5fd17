import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { PermissionSet } from '../../../contract/permissions.ts'
import { serverNow } from '../../api/server-clock.ts'
import { refreshMap } from '../../map-record/map-queries.ts'
import { usePermissions } from '../../session/permissions.ts'
import { toast } from '../../ui/toast-store.ts'
import type { TransformState } from './use-transform.ts'

/** The server's clock is known to half a second: asked earlier, it might say that there is time left. */
const CLOCK_SLACK_MS = 1_000

export interface EditingRights {
  readonly permissions: PermissionSet
  /** This user's time for the map ended while they were editing it. */
  readonly hasExpired: boolean
}

/**
 * What this user may do with the map now. When their time for it ends they are told, and editing stays locked, although
 * the map is open to everyone again: going on would be a new claim, which is theirs to make. Their draft is kept.
 */
export function useEditingRights(record: MapRecord, transform: TransformState): EditingRights {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const [hasExpired, setExpired] = useState(false)
  const permissions = usePermissions(record, {
    isTransforming: transform.percent !== undefined,
    limitAllows: transform.refusal === null,
  })
  const { isAssignedUser, isDone, isAssigned, isOwner } = permissions
  const isWatched = (isAssignedUser || (isAssigned && isOwner)) && !isDone
  const expireAt = isWatched ? record.assigned?.expireAt : undefined

  const expire = useEffectEvent(() => {
    toast.warning(t('banner.assignmentExpired'), { title: record.titles.title })
    if (isAssignedUser) setExpired(true)
    void refreshMap(queries, record.id)
  })
  useEffect(() => {
    if (expireAt === undefined) return undefined
    const left = Date.parse(expireAt) - serverNow()
    const timer = window.setTimeout(() => expire(), Math.max(0, left) + CLOCK_SLACK_MS)
    return () => window.clearTimeout(timer)
  }, [expireAt])

  // A new claim by the same user is a new start.
  const isLocked = hasExpired && !isAssignedUser
  return { permissions: isLocked ? locked(permissions) : permissions, hasExpired: isLocked }
}

const locked = (permissions: PermissionSet): PermissionSet => ({
  ...permissions,
  canEdit: false,
  canTransform: false,
  canMarkAsDone: false,
})
