import { describe, expect, it } from 'vitest'
import { permissionFacts, permissionsOf, type PermissionFacts } from './permissions.ts'

const open: PermissionFacts = { ownerId: 'owner', isPublic: true, isTransformed: false, assigned: null }
const assigned: PermissionFacts = {
  ...open,
  assigned: { userId: 'helper', isDone: false, isTransformed: false },
}
const submitted: PermissionFacts = {
  ...open,
  assigned: { userId: 'helper', isDone: true, isTransformed: true },
}

describe('permissionsOf', () => {
  it('answers every question about a submitted map, to its owner and to who submitted it', () => {
    const facts = { isAssigned: true, isDone: true, isAssigTransformed: true, canClaim: false }
    const nothing = { canTransform: false, canEdit: false, canTogglePublic: false, canMarkAsDone: false }
    expect(permissionsOf(submitted, 'owner')).toEqual({
      ...facts,
      ...nothing,
      canTogglePublic: true,
      canApprove: true,
      isOwner: true,
      isAssignedUser: false,
    })
    expect(permissionsOf(submitted, 'helper')).toEqual({
      ...facts,
      ...nothing,
      canApprove: false,
      isOwner: false,
      isAssignedUser: true,
    })
  })

  it('lets an owner do everything with an unassigned map but claim it', () => {
    const may = permissionsOf(open, 'owner')
    expect(may).toMatchObject({ canTransform: true, canEdit: true, canTogglePublic: true, canClaim: false })
  })

  it('lets a stranger work on an open map and on no other', () => {
    expect(permissionsOf(open, 'stranger')).toMatchObject({
      canTransform: true,
      canClaim: true,
      canTogglePublic: false,
    })
    for (const facts of [
      { ...open, isTransformed: true },
      { ...open, isPublic: false },
      { ...open, acceptsClaims: false },
      assigned,
      submitted,
    ])
      expect(permissionsOf(facts, 'stranger')).toMatchObject({
        canTransform: false,
        canEdit: false,
        canClaim: false,
      })
    expect(permissionsOf(open, null)).toMatchObject({ canTransform: false, canEdit: false, canClaim: false })
  })

  it('locks the owner out while someone else is working, but for making the map private, and the helper once done', () => {
    expect(permissionsOf(assigned, 'owner')).toMatchObject({
      canTransform: false,
      canEdit: false,
      canTogglePublic: true,
    })
    expect(permissionsOf(assigned, 'helper')).toMatchObject({
      canTransform: true,
      canEdit: true,
      canTogglePublic: false,
    })
    expect(permissionsOf(submitted, 'helper')).toMatchObject({
      canTransform: false,
      canEdit: false,
      canMarkAsDone: false,
    })
    expect(permissionsOf(submitted, 'owner')).toMatchObject({ canApprove: true, canEdit: false })
  })

  it('lets the helper submit only what has been transformed', () => {
    expect(permissionsOf(assigned, 'helper').canMarkAsDone).toBe(false)
    const transformed = { ...assigned, assigned: { userId: 'helper', isDone: false, isTransformed: true } }
    expect(permissionsOf(transformed, 'helper').canMarkAsDone).toBe(true)
    expect(permissionsOf(transformed, 'owner').canMarkAsDone).toBe(false)
  })

  it('refuses to transform while a transform is under way or a limit says no', () => {
    expect(permissionsOf(open, 'owner', { isTransforming: true })).toMatchObject({
      canTransform: false,
      canEdit: true,
    })
    expect(permissionsOf(open, 'owner', { limitAllows: false })).toMatchObject({
      canTransform: false,
      canEdit: true,
    })
  })
})

describe('permissionFacts', () => {
  const map = (isDone: boolean) => ({
    userId: 'owner',
    isPublic: true,
    isTransformed: false,
    assigned: {
      to: { id: 'helper', _id: 'helper', username: 'Helper' },
      expireAt: '2026-01-01T12:00:00.000Z',
      isDone,
      isTransformed: isDone,
    },
  })
  const noon = Date.parse('2026-01-01T12:00:00.000Z')

  it('takes a claim whose time is over as none, unless it was submitted', () => {
    expect(permissionFacts(map(false), noon - 1).assigned?.userId).toBe('helper')
    expect(permissionFacts(map(false), noon).assigned).toBeNull()
    expect(permissionFacts(map(true), noon + 1).assigned?.isDone).toBe(true)
  })
})
