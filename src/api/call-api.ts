import {
  API_BASE,
  callPath,
  type ApiCall,
  type CallInput,
  type ReplyOf,
} from '../../contract/api/define-call.ts'
import { REQUEST_TIMEOUT_MS } from '../../contract/constants.ts'
import { type ApiError, errorOfReply, networkError } from './api-error.ts'
import { readToken, removeToken } from './bearer-token.ts'
import { reportConnection } from './connection.ts'
import { learnServerTime } from './server-clock.ts'

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Total time given to the call, in milliseconds. */
  readonly timeoutMs?: number
}

interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined | null>
  body?: unknown
}

/**
 * Calls the API as the contract declares it, with the bearer token, and parses the reply.
 *
 * @throws ApiError when it is refused or unanswered; DOMException `AbortError` when `signal` ends it.
 */
export async function callApi<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call>,
  options: CallOptions = {},
): Promise<ReplyOf<Call>> {
  const response = await send(call, input as Parts, options)
  return call.reply.parse(await response.json()) as ReplyOf<Call>
}

async function send(call: ApiCall, { params, query, body }: Parts, options: CallOptions): Promise<Response> {
  const token = call.session === 'none' ? null : readToken()
  const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const sentAt = Date.now()
  let response: Response
  try {
    response = await fetch(`${API_BASE}${callPath(call, params, query)}`, {
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
  throw await refusal(response, token)
}

/** The error of a refused call, with what it means for session and connection. */
async function refusal(response: Response, sentToken: string | null): Promise<ApiError> {
  const error = errorOfReply(response.status, await response.text())
  reportConnection(response.status >= 502 && response.status <= 504 ? 'lost' : 'online')
  endSessionOn(error, sentToken)
  return error
}

/**
 * 401 ends the session whose token was sent: the token is removed, and whoever listens goes to the sign-in page. A
 * token stored meanwhile by another tab is left alone.
 */
export function endSessionOn(error: ApiError, sentToken: string | null): void {
  if (error.status === 401 && sentToken !== null && readToken() === sentToken) removeToken()
}
