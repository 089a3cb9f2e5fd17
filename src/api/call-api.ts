import type { ApiCall, CallInput, ReplyOf } from '../../contract/api/define-call.ts'
import { ApiError } from './api-error.ts'
import { readToken } from './bearer-token.ts'
import { isCallGateClosed, passCallGate } from './call-gate.ts'
import { sendCall, type CallOptions, type CallParts } from './send-call.ts'

interface GatedOptions extends CallOptions {
  /** Sent also while other calls wait for the session: it asks about the session itself. */
  readonly isAboutSession?: boolean
}

/**
 * Calls the API as the contract declares it, with the bearer token, and parses the reply. Where the session ends under
 * open work the call waits for its user to be back, and is then sent again.
 *
 * @throws ApiError when it is refused or unanswered; DOMException `AbortError` when `signal` ends it.
 */
export async function callApi<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call>,
  options: GatedOptions = {},
): Promise<ReplyOf<Call>> {
  const isGated = call.session !== 'none' && !options.isAboutSession
  // Only awaited when closed: logging out must take the token before it goes.
  if (isGated && isCallGateClosed()) await passCallGate(options.signal)
  const response = await sendGated(call, input as CallParts, options, isGated)
  return call.reply.parse(await response.json()) as ReplyOf<Call>
}

/** Sends a call, once more for each token that has taken the place of the refused one. */
async function sendGated(
  call: ApiCall,
  parts: CallParts,
  options: GatedOptions,
  isGated: boolean,
): Promise<Response> {
  for (;;) {
    const token = call.session === 'none' ? null : readToken()
    try {
      return await sendCall(call, parts, options, token)
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401
      if (!isGated || !isRefused || !(await passCallGate(options.signal))) throw error
      const next = readToken()
      if (next === null || next === token) throw error
    }
  }
}
