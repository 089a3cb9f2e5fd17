import {
  approveTransformation as approveCall,
  assignedToOthers,
  claimMap as claimCall,
  endClaim as endCall,
  giveBackClaim as giveBackCall,
  markAssignmentDone,
  myClaims as myClaimsCall,
  rejectAssignment,
  requestChanges as requestChangesCall,
} from '../../contract/api/assignments.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  approveTransformation,
  type ClaimDeps,
  claimMap,
  endIdleClaim,
  giveBackClaim,
  myClaims,
  rejectTransformation,
  requestChanges,
  submitForApproval,
} from '../services/assignments/assignments.ts'
import { listMapSummaries } from '../services/maps/record/maps.ts'
import { addCall } from './add-call.ts'

const done = { status: 'success' } as const

/** Claims, submissions and the owner's decisions. */
export function addAssignmentRoutes(app: ApiServer, deps: ClaimDeps): void {
  addCall(app, claimCall, async ({ session, params }) => ({
    ...done,
    ...(await claimMap(deps, session.user.id, params.id)),
  }))
  addCall(app, myClaimsCall, ({ session }) => myClaims(deps, session.user.id))
  addCall(app, assignedToOthers, async ({ session }) => ({
    maps: (await listMapSummaries(deps, 'assignedToOthers', session.user.id)).maps,
  }))
  addCall(app, giveBackCall, async ({ session, params }) => {
    await giveBackClaim(deps, session.user.id, params.id)
    return done
  })
  addCall(app, endCall, async ({ session, params }) => {
    await endIdleClaim(deps, session.user.id, params.id)
    return done
  })
  addCall(app, markAssignmentDone, async ({ session, params, body }) => {
    await submitForApproval(deps, session.user.id, params.id, body?.note ?? null)
    return done
  })
  addCall(app, approveCall, async ({ session, params, body }) => {
    await approveTransformation(deps, session.user.id, params.id, body?.leave)
    return done
  })
  addCall(app, rejectAssignment, async ({ session, params, body }) => {
    await rejectTransformation(deps, session.user.id, params.id, body ?? {})
    return done
  })
  addCall(app, requestChangesCall, async ({ session, params, body }) => {
    await requestChanges(deps, session.user.id, params.id, body ?? {})
    return done
  })
}
