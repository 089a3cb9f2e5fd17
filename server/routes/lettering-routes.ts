import {
  cancelReading as cancelReadingCall,
  correctWords as correctWordsCall,
  findWords,
  pointProposals,
  readLettering as readLetteringCall,
  scanLettering,
} from '../../contract/api/lettering.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  cancelReading,
  correctWords,
  type LetteringDeps,
  letteringOf,
  readLettering,
  requireCorrector,
} from '../services/lettering/scan-lettering.ts'
import { type ProposingDeps, proposalsFor } from '../services/lettering/point-proposals.ts'
import { WordFinder, type WordFinderDeps } from '../services/lettering/find-words.ts'
import { addCall } from './add-call.ts'
import { callerLeft, callerOf } from './caller.ts'

type LetteringRoutesDeps = LetteringDeps & ProposingDeps & WordFinderDeps

/** The words on scans: read by a job, corrected by persons, and what they propose and find. */
export function addLetteringRoutes(app: ApiServer, deps: LetteringRoutesDeps): void {
  const { db, stopping } = deps
  const finder = new WordFinder(deps)
  addCall(app, scanLettering, ({ session, params, query }) =>
    letteringOf(db, session?.user.id ?? null, params.id, query),
  )
  addCall(app, readLetteringCall, ({ session, params }) => readLettering(deps, session.user.id, params.id))
  addCall(app, cancelReadingCall, ({ session, params }) => cancelReading(db, session.user.id, params.id))
  addCall(
    app,
    correctWordsCall,
    ({ session, params, body }) => correctWords(db, session.user.id, params.id, body),
    ({ session, params }) => requireCorrector(db, session.user.id, params.id ?? ''),
  )
  addCall(app, pointProposals, ({ session, params, body, reply }) => {
    const signal = AbortSignal.any([callerLeft(reply), stopping])
    return proposalsFor(deps, session.user.id, params.id, { near: body.near, signal })
  })
  addCall(app, findWords, ({ session, query, request }) =>
    finder.find({ viewerId: session?.user.id ?? null, address: callerOf(request).address }, query.q),
  )
}
