import { expect, it } from 'vitest'
import { permissionsOf } from '../../../contract/permissions.ts'
import { bannerKind, endedKind } from './banner-kind.ts'

const map = { ownerId: 'owner', isPublic: true, isTransformed: false, assigned: null }
const assigned = { userId: 'worker', isDone: false, isTransformed: true }

it.each([
  ['the owner of a free map', map, 'owner', null],
  ['a stranger who would claim it by editing', map, 'stranger', 'claimable'],
  ['a stranger on a transformed map', { ...map, isTransformed: true }, 'stranger', 'noPermission'],
  ['the assigned user', { ...map, assigned }, 'worker', 'assignedToYou'],
  ['the owner meanwhile', { ...map, assigned }, 'owner', 'assignedToOther'],
  ['a stranger meanwhile', { ...map, assigned }, 'stranger', 'assignedToOther'],
  [
    'a stranger once it is done',
    { ...map, assigned: { ...assigned, isDone: true } },
    'stranger',
    'awaitingOwner',
  ],
  [
    'the assigned user once done',
    { ...map, assigned: { ...assigned, isDone: true } },
    'worker',
    'awaitingApproval',
  ],
  [
    'the owner once it is done',
    { ...map, assigned: { ...assigned, isDone: true } },
    'owner',
    'readyForApproval',
  ],
] as const)('tells %s what holds', (_, facts, userId, expected) => {
  expect(bannerKind(permissionsOf(facts, userId))).toBe(expected)
})

it.each([
  ['expired', undefined, 'expired'],
  ['approved', undefined, 'taken'],
  ['givenBack', undefined, null],
  ['givenBack', true, 'rejected'],
  ['givenBack', false, 'expired'],
] as const)(
  'tells how an assignment ended once that is known: %s, rejected %s',
  (ended, isRejected, kind) => {
    expect(endedKind(ended, isRejected)).toBe(kind)
  },
)
