import {
  approveTransformation as approveCall,
  assignedToOthers,
  claimMap as claimCall,
  markAssignmentDone,
  myClaims as myClaimsCall,
  rejectAssignment,
} from '../../contract/api/assignments.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  approveTransformation,
  type ClaimDoors,
  claimMap,
  myClaims,
  rejectTransformation,
  submitForApproval,
} from '../services/assignments.ts'
import { listMapSummaries } from '../services/maps.ts'
import { addCall } from './add-call.ts'

const done = { status: 'success' } as const

/** Claims, submissions and the owner's decisions. */
export function addAssignmentRoutes(app: ApiServer, doors: ClaimDoors): void {
  addCall(app, claimCall, async ({ session, params }) => ({
    ...done,
    ...(await claimMap(doors, session.user.id, params.id)),
  }))
  addCall(app, myClaimsCall, ({ session }) => myClaims(doors, session.user.id))
  addCall(app, assignedToOthers, async ({ session }) => ({
    maps: (await listMapSummaries(doors, 'assignedToOthers', session.user.id)).maps,
  }))
  addCall(app, markAssignmentDone, async ({ session, params }) => {
    await submitForApproval(doors, session.user.id, params.id)
    return done
  })
  addCall(app, approveCall, async ({ session, params }) => {
    await approveTransformation(doors, session.user.id, params.id)
    return done
  })
  addCall(app, rejectAssignment, async ({ session, params, body }) => {
    await rejectTransformation(doors, session.user.id, params.id, body?.reason)
    return done
  })
}
