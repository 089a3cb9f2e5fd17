import type { PermissionSet } from '../../../contract/permissions.ts'
import type { EndedAssignment } from './use-editing-rights.ts'

export type BannerKind =
  | 'noPermission'
  | 'claimable'
  | 'awaitingApproval'
  | 'awaitingOwner'
  | 'readyForApproval'
  | 'assignedToOther'
  | 'assignedToYou'
  | 'expired'
  | 'taken'
  | 'rejected'

/** The banner that a permission set calls for; null where the user simply edits. */
export function bannerKind(permissions: PermissionSet): BannerKind | null {
  if (permissions.canApprove) return 'readyForApproval'
  if (permissions.isAssignedUser) return permissions.isDone ? 'awaitingApproval' : 'assignedToYou'
  if (permissions.isAssigned) return permissions.isDone ? 'awaitingOwner' : 'assignedToOther'
  if (permissions.canClaim) return 'claimable'
  return permissions.canEdit ? null : 'noPermission'
}

/**
 * What holds once an assignment has ended. Without a decision of the owner's its time was over; until it is known whether
 * there is one, nothing is said.
 *
 * @param isRejected undefined: not known yet
 */
export function endedKind(ended: EndedAssignment, isRejected: boolean | undefined): BannerKind | null {
  if (ended === 'approved') return 'taken'
  if (ended === 'expired') return 'expired'
  if (isRejected === undefined) return null
  return isRejected ? 'rejected' : 'expired'
}
