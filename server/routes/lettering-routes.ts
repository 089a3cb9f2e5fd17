import {
  cancelReading as cancelReadingCall,
  correctWords as correctWordsCall,
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
import { addCall } from './add-call.ts'

/** The words on scans: read by a job, corrected by persons, and what they propose and find. */
export function addLetteringRoutes(app: ApiServer, deps: LetteringDeps): void {
  const { db } = deps
  addCall(app, scanLettering, ({ session, params }) => letteringOf(db, session?.user.id ?? null, params.id))
  addCall(app, readLetteringCall, ({ session, params }) => readLettering(deps, session.user.id, params.id))
  addCall(app, cancelReadingCall, ({ session, params }) => cancelReading(db, session.user.id, params.id))
  addCall(
    app,
    correctWordsCall,
    ({ session, params, body }) => correctWords(db, session.user.id, params.id, body),
    ({ session, params }) => requireCorrector(db, session.user.id, params.id ?? ''),
  )
}
