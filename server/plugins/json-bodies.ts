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

/** Whether the brackets of a JSON text are nested deeper than so many levels; those within strings do not count. */
export function isDeeperThan(levels: number, text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1
      if (depth > levels) return true
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1
  }
  return false
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
