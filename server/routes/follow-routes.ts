import {
  followMap as followMapCall,
  followPlace as followPlaceCall,
  follows,
  followUser as followUserCall,
  unfollowMap as unfollowMapCall,
  unfollowPlace as unfollowPlaceCall,
  unfollowUser as unfollowUserCall,
} from '../../contract/api/follows.ts'
import type { Database } from '../db/database.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  followMap,
  followPlace,
  followsOf,
  followUser,
  unfollowMap,
  unfollowPlace,
  unfollowUser,
} from '../services/follows/follows.ts'
import { addCall } from './add-call.ts'

const done = { status: 'success' } as const

/** What the caller wants to hear of. */
export function addFollowRoutes(app: ApiServer, { db }: { readonly db: Database }): void {
  addCall(app, follows, ({ session }) => followsOf(db, session.user.id))
  addCall(app, followMapCall, async ({ session, params }) => {
    await followMap(db, session.user.id, params.id)
    return done
  })
  addCall(app, unfollowMapCall, async ({ session, params }) => {
    await unfollowMap(db, session.user.id, params.id)
    return done
  })
  addCall(app, followUserCall, async ({ session, params }) => {
    await followUser(db, session.user.id, params.id)
    return done
  })
  addCall(app, unfollowUserCall, async ({ session, params }) => {
    await unfollowUser(db, session.user.id, params.id)
    return done
  })
  addCall(app, followPlaceCall, ({ session, body }) =>
    followPlace(db, session.user.id, { box: body.box, name: body.name ?? null }),
  )
  addCall(app, unfollowPlaceCall, async ({ session, params }) => {
    await unfollowPlace(db, session.user.id, params.id)
    return done
  })
}
