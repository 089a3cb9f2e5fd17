import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ApiCall, tokensOf } from '../../contract/api/define-call.ts'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import type { OpenSession } from '../db/queries/sessions.ts'
import type { ApiServer } from '../plugins/api-server.ts'

type OutputOf<Call, Part extends string> =
  Call extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

/** What a handler is given: the parsed parts of the request and who asks. */
export interface CallContext<Call extends ApiCall> {
  readonly params: OutputOf<Call, 'params'>
  readonly query: OutputOf<Call, 'query'>
  readonly body: OutputOf<Call, 'body'>
  readonly session: Call['session'] extends 'required' ? OpenSession : OpenSession | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const refusalTexts: Record<number, string> = {
  400: 'The request is malformed or refused by a rule.',
  401: 'No valid session.',
  403: 'Visible, but not allowed.',
  404: 'Absent, or not the caller’s to know of.',
  409: 'In conflict with what is there.',
  410: 'Its time is over.',
  413: 'Too large.',
  415: 'Unsupported content type.',
  422: 'Understood, but impossible.',
  429: 'Too many attempts, or too much of the caller’s that waits; says when to try again.',
  500: 'Our fault.',
  503: 'The database is away; Retry-After says when to try again.',
  507: 'Not enough space on the server.',
}

/** The documented form of refusals: their shape is one, their meaning the status’s. */
export function refusalResponses(statuses: readonly number[]) {
  const response = (status: number) => ({
    description: refusalTexts[status] ?? '',
    content: { 'application/json': { schema: apiErrorSchema } },
  })
  return Object.fromEntries([...new Set(statuses)].map((status) => [status, response(status)]))
}

/** Node answers before the API is asked: its shape is not that of other refusals. */
const TOO_LONG = {
  description: 'The address is too long.',
  content: {
    'application/json': {
      schema: z.object({ statusCode: z.literal(431), error: z.string(), message: z.string() }),
    },
  },
}

function responses(call: ApiCall) {
  const { method, body, query, session, refusals = [], reply, replyType = 'application/json' } = call
  return {
    200: { description: 'Done.', content: { [replyType]: { schema: reply } } },
    ...(method === 'GET' && { 304: z.null().describe('As the caller’s If-None-Match has it.') }),
    ...refusalResponses([400, 429, 500, 503]),
    ...(body && refusalResponses([413, 415])),
    ...(query && { 431: TOO_LONG }),
    ...(session !== 'none' && refusalResponses([401, 403])),
    ...refusalResponses(refusals),
  }
}

/** Enough for any form that is filled in without a session. */
const STRANGERS_BODY_BYTES = 16 * 1024
/** Enough for any form, in letters of which each takes four bytes. */
const BODY_BYTES = 256 * 1024
const LARGE_BODY_BYTES = 4 * 1024 * 1024

const bodyLimitOf = ({ session, hasLargeBody }: ApiCall): number =>
  session === 'none' ? STRANGERS_BODY_BYTES : hasLargeBody ? LARGE_BODY_BYTES : BODY_BYTES

/** A person's session, or where it is enough a program's token of a scope. */
function securityOf(call: ApiCall): Record<string, string[]>[] {
  const scope = tokensOf(call)
  return [{ token: [] }, ...(scope === 'never' ? [] : [{ apiToken: [scope] }])]
}

/** Name of a call's resource, which groups it in the OpenAPI document. */
const tagOf = (path: string) => path.split('/')[1] ?? ''

/** Who asks for what, before anything of the body is read. */
export interface CallBeginning<Call extends ApiCall> {
  readonly session: CallContext<Call>['session']
  /** As they stand in the address. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Adds the route of a call: path, parsing, session and documentation come from the contract, the rest from `handle`.
 *
 * @param handle gives the reply, or where it is large a stream that writes it as JSON
 * @param permit throws where the call is refused whatever its body says; the body is not read then
 */
export function addCall<const Call extends ApiCall>(
  app: ApiServer,
  call: Call,
  handle: (context: CallContext<Call>) => Promise<z.output<Call['reply']> | Readable>,
  permit?: (beginning: CallBeginning<Call>) => Promise<void>,
): void {
  const isMultipart = call.encoding === 'multipart'
  app.route({
    ...(permit && {
      onRequest: ({ session, params }: FastifyRequest) => permit({ session, params } as CallBeginning<Call>),
    }),
    method: call.method,
    url: call.path,
    // A form with a scan is bounded where it streams in.
    ...(!isMultipart && { bodyLimit: bodyLimitOf(call) }),
    config: {
      session: call.session,
      tokens: tokensOf(call),
      ...(isMultipart && call.body && { form: call.body }),
    },
    schema: {
      summary: call.summary,
      tags: [tagOf(call.path)],
      ...(call.session !== 'none' && { security: securityOf(call) }),
      ...(isMultipart && { consumes: ['multipart/form-data'] }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      // The parts of a form are parsed by the handler as they stream in.
      ...(call.body && !isMultipart && { body: call.body }),
      response: responses(call),
    },
    handler: async (request, reply) => {
      // The route's schemas are the call's, so what was parsed has the call's types; a required session is there,
      // or the hook has answered.
      const context = { ...parts(request), request, reply } as CallContext<Call>
      return handle(context)
    },
  })
}

const parts = ({ params, query, body, session }: FastifyRequest) => ({ params, query, body, session })
