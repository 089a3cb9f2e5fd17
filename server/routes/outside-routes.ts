import { fetchAnnotation } from '../../contract/api/outside.ts'
import type { OutsidePolicy } from '../outside/fetch-outside.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { AnnotationFetcher } from '../services/interop/fetch-annotation.ts'
import { addCall } from './add-call.ts'
import { callerLeft } from './caller.ts'

/** What the server fetches from elsewhere at the word of a user. */
export function addOutsideRoutes(app: ApiServer, policy: OutsidePolicy): void {
  const annotations = new AnnotationFetcher(policy)
  addCall(app, fetchAnnotation, async ({ session, body, reply }) => ({
    text: await annotations.fetch(session.user.id, body.url, callerLeft(reply)),
  }))
}
