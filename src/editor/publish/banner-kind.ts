import type { PermissionSet } from '../../../contract/permissions.ts'

export type BannerKind =
  | 'noPermission'
  | 'awaitingApproval'
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
  if (permissions.isAssigned && permissions.isOwner) return 'assignedToOther'
  return permissions.canEdit ? null : 'noPermission'
}
