import { isDeeperThan } from '../../contract/rules/json-depth.ts'
import { Refusal } from '../services/refusal.ts'
import type { ApiServer } from './api-server.ts'

/** More than any body of the API is nested; parsing brackets by the million takes half a second. */
const DEEPEST = 50

/** Parses JSON bodies: clients that name JSON but send nothing mean "none", and deep nesting is refused unparsed. */
export function addJsonBodies(app: ApiServer): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text === '') done(null, undefined)
    else if (isDeeperThan(DEEPEST, text)) done(new Refusal(400, 'errors.invalidRequest'))
    else void parse(request, text, done)
  })
}
