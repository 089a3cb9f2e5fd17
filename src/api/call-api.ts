import { callPath, type ApiCall, type CallInput, type ReplyOf } from '../../contract/api/define-call.ts'
import { REQUEST_TIMEOUT_MS } from '../../contract/constants.ts'
import { ApiError, errorOfReply, networkError } from './api-error.ts'
import { readToken, removeToken } from './bearer-token.ts'
import { isCallGateClosed, passCallGate } from './call-gate.ts'
import { reportConnection } from './connection.ts'
import { apiUrl } from './server-address.ts'
import { learnServerTime } from './server-clock.ts'

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Total time given to the call, in milliseconds. */
  readonly timeoutMs?: number
  /** Sent also while other calls wait for the session: it asks about the session itself. */
  readonly isAboutSession?: boolean
}

interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined | null>
  body?: unknown
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
  options: CallOptions = {},
): Promise<ReplyOf<Call>> {
  const isGated = call.session !== 'none' && !options.isAboutSession
  // Only awaited when closed: logging out must take the token before it goes.
  if (isGated && isCallGateClosed()) await passCallGate(options.signal)
  const response = await sendGated(call, input as Parts, options, isGated)
  return call.reply.parse(await response.json()) as ReplyOf<Call>
}

/** Sends a call, once more for each token that has taken the place of the refused one. */
async function sendGated(
  call: ApiCall,
  parts: Parts,
  options: CallOptions,
  isGated: boolean,
): Promise<Response> {
  for (;;) {
    const token = call.session === 'none' ? null : readToken()
    try {
      return await send(call, parts, options, token)
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401
      if (!isGated || !isRefused || !(await passCallGate(options.signal))) throw error
      const next = readToken()
      if (next === null || next === token) throw error
    }
  }
}

async function send(
  call: ApiCall,
  { params, query, body }: Parts,
  options: CallOptions,
  token: string | null,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const sentAt = Date.now()
  let response: Response
  try {
    response = await fetch(apiUrl(callPath(call, params, query)), {
      method: call.method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    reportConnection('lost')
    throw networkError()
  }
  learnServerTime(response.headers.get('date'), sentAt, Date.now())
  if (response.ok) {
    reportConnection('online')
    return response
  }
  const error = await refusal(response)
  if (call.session !== 'none') endSessionOn(error, token)
  throw error
}

/** The error of a refused call, with what it means for the connection. */
async function refusal(response: Response): Promise<ApiError> {
  const error = errorOfReply(response.status, await response.text())
  reportConnection(response.status >= 502 && response.status <= 504 ? 'lost' : 'online')
  return error
}

/**
 * 401 ends the session whose token was sent, or the one whose token is gone: whoever listens goes to the sign-in page or
 * signs in over the work. A token stored meanwhile by another tab is left alone.
 */
export function endSessionOn(error: ApiError, sentToken: string | null): void {
  if (error.status === 401 && readToken() === sentToken) removeToken()
}
