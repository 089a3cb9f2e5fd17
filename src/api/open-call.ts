import type { ApiCall, BodyOf, ReplyOf } from '../../contract/api/define-call.ts'
import { sendCall, type CallOptions, type SentCall } from './send-call.ts'

/**
 * Makes a call for which nobody needs to be signed in, on a page that stands without a library of schemas: the reply is
 * taken at its word.
 *
 * @param call one of `OPEN_CALLS`; the type parameter is its declaration in the contract
 * @throws ApiError when it is refused or unanswered; DOMException `AbortError` when `signal` ends it.
 */
export async function callOpen<Call extends ApiCall>(
  call: SentCall & Pick<Call, 'method' | 'path' | 'session'>,
  body?: BodyOf<Call>,
  options: CallOptions = {},
): Promise<ReplyOf<Call>> {
  const response = await sendCall(call, body === undefined ? {} : { body }, options, null)
  return (await response.json()) as ReplyOf<Call>
}
