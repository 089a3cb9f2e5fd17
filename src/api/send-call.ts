import { callPath, type ApiCall } from '../../contract/api/define-call.ts'
import { REQUEST_TIMEOUT_MS } from '../../contract/constants.ts'
import { type ApiError, errorOfReply, networkError } from './api-error.ts'
import { readToken, removeToken } from './bearer-token.ts'
import { reportConnection } from './connection.ts'
import { apiUrl } from './server-address.ts'
import { learnServerTime } from './server-clock.ts'

/** How a call is made, apart from what goes in and comes out. */
export type SentCall = Pick<ApiCall, 'method' | 'path' | 'session'>

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Total time given to the call, in milliseconds. */
  readonly timeoutMs?: number
}

/** What goes along with a call. */
export interface CallParts {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined | null>
  body?: unknown
}

let check: ((path: string) => void) | undefined

/** Asked before each call; what it throws refuses the call. */
export function setCallCheck(next: typeof check): void {
  check = next
}

/**
 * Sends one call.
 *
 * @param token of the session, or null
 * @returns the answer, 200
 * @throws ApiError when it is refused or unanswered; DOMException `AbortError` when `signal` ends it.
 */
export async function sendCall(
  call: SentCall,
  { params, query, body }: CallParts,
  options: CallOptions,
  token: string | null,
): Promise<Response> {
  check?.(call.path)
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
    reportConnection('silent')
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
  reportConnection(response.status >= 502 && response.status <= 504 ? 'refusing' : 'online')
  return error
}

/**
 * 401 ends the session whose token was sent, or the one whose token is gone: whoever listens goes to the sign-in page or
 * signs in over the work. A token stored meanwhile by another tab is left alone.
 */
export function endSessionOn(error: ApiError, sentToken: string | null): void {
  if (error.status === 401 && readToken() === sentToken) removeToken()
}
