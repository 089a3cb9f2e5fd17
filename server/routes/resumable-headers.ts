import type { IncomingHttpHeaders } from 'node:http'
import { Metadata } from '@tus/server'
import { Refusal } from '../services/refusal.ts'

export const RESUMABLE_VERSION = '1.0.0'

const isCount = (text: string) => /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))

function isMetadata(text: string): boolean {
  try {
    Metadata.parse(text)
    return true
  } catch {
    return false
  }
}

const HEADER_RULES: readonly (readonly [name: string, isGood: (text: string) => boolean])[] = [
  ['upload-length', isCount],
  ['upload-offset', isCount],
  ['upload-metadata', isMetadata],
  // What the protocol's extensions allow and we do not: a length told later, a file put together of others.
  ['upload-defer-length', () => false],
  ['upload-concat', () => false],
]

/**
 * Judges the headers of a request of the resumable protocol (tus 1.0.0, sections 2 and 3) before its server does, which
 * would answer in words of its own.
 *
 * @throws Refusal 400, 412 for another version of the protocol, 415 for a part of another type
 */
export function checkResumableHeaders(method: string, headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== RESUMABLE_VERSION) throw new Refusal(412, 'errors.invalidRequest')
  if (method === 'PATCH' && headers['content-type'] !== 'application/offset+octet-stream')
    throw new Refusal(415, 'errors.unsupportedMediaType')
  for (const [name, isGood] of HEADER_RULES) {
    const text = headers[name]
    if (text !== undefined && !(typeof text === 'string' && isGood(text)))
      throw new Refusal(400, 'errors.invalidRequest')
  }
}
