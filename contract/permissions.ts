import type { MapSummary } from './api/map-record.ts'

/** What one user may do with one map. Server and client judge by the same set. */
export interface PermissionSet {
  readonly canTransform: boolean
  readonly canEdit: boolean
  readonly canTogglePublic: boolean
  readonly canMarkAsDone: boolean
  readonly canApprove: boolean
  readonly canClaim: boolean
  readonly isOwner: boolean
  readonly isAssignedUser: boolean
  readonly isAssigned: boolean
  readonly isDone: boolean
  readonly isAssigTransformed: boolean
}

/** The facts about a map that permissions depend on. `assigned` is null once its time is over. */
export interface PermissionFacts {
  readonly ownerId: string
  readonly isPublic: boolean
  readonly isTransformed: boolean
  /** Absent: true. */
  readonly acceptsClaims?: boolean | undefined
  readonly assigned: {
    readonly userId: string
    readonly isDone: boolean
    readonly isTransformed: boolean
  } | null
}

/** What holds besides the map itself: a transform under way, or a limit that says no. */
export interface PermissionCircumstances {
  readonly isTransforming?: boolean
  readonly limitAllows?: boolean
}

/**
 * A stranger may transform or edit a public, untransformed, unassigned map whose owner accepts claims: the server then
 * claims it for them, so that overlay and metadata need the owner's approval. While a map is assigned, its owner may
 * neither transform nor edit, but make it private, which ends the claim.
 */
export function permissionsOf(
  facts: PermissionFacts,
  userId: string | null,
  { isTransforming = false, limitAllows = true }: PermissionCircumstances = {},
): PermissionSet {
  const isOwner = userId !== null && facts.ownerId === userId
  const isAssigned = facts.assigned !== null
  const isAssignedUser = userId !== null && facts.assigned?.userId === userId
  const isDone = facts.assigned?.isDone ?? false
  const isAssigTransformed = facts.assigned?.isTransformed ?? false
  const acceptsClaims = facts.acceptsClaims ?? true
  const isOpen = facts.isPublic && !facts.isTransformed && !isAssigned && acceptsClaims
  const canClaim = userId !== null && !isOwner && isOpen
  const canEdit = !isDone && (isAssigned ? isAssignedUser : isOwner || canClaim)
  return {
    canTransform: canEdit && !isTransforming && limitAllows,
    canEdit,
    canTogglePublic: isOwner,
    canMarkAsDone: isAssignedUser && isAssigTransformed && !isDone,
    canApprove: isOwner && isAssigned && isDone,
    canClaim,
    isOwner,
    isAssignedUser,
    isAssigned,
    isDone,
    isAssigTransformed,
  }
}

/** The facts in a map record, judged at `now` (milliseconds since 1970, server time). */
export function permissionFacts(
  map: Pick<MapSummary, 'userId' | 'isPublic' | 'isTransformed' | 'acceptsClaims' | 'assigned'>,
  now: number,
): PermissionFacts {
  const { assigned } = map
  const isRunning = assigned !== null && (assigned.isDone || Date.parse(assigned.expireAt) > now)
  return {
    ownerId: map.userId,
    isPublic: map.isPublic,
    isTransformed: map.isTransformed,
    acceptsClaims: map.acceptsClaims,
    assigned: isRunning
      ? { userId: assigned.to.id, isDone: assigned.isDone, isTransformed: assigned.isTransformed }
      : null,
  }
}
