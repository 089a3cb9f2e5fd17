import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ApiErrorBody } from '../../contract/api/errors.ts'
import { isMessageKey, type MessageKey, messageText } from '../../contract/api/messages.ts'
import type { RasterErrorCode } from '../../contract/api/raster-failures.ts'
import { detailsOfIssue } from '../../contract/rules/text.ts'
import { isDatabaseFull, isDatabaseUnavailable, isStatementTimeout } from '../db/database-errors.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { type FieldDetails, Refusal } from '../services/refusal.ts'
import { FailedTransform } from '../services/transform/failed-transform.ts'
import { StorageError } from '../storage/map-files.ts'

interface Answer {
  readonly status: number
  readonly body: ApiErrorBody
  readonly retryAfterSeconds?: number | undefined
}

function answer(status: number, messageKey: MessageKey, rest: Partial<ApiErrorBody> = {}): Answer {
  const message = messageText(messageKey, rest.details)
  return { status, body: { message, error: message, messageKey, ...rest } }
}

/** A path of a zod issue as the field's name: `imagePoints.3.pixelX`. */
const fieldOf = (path: string) => path.replace(/^\//, '').replaceAll('/', '.') || 'body'

/** The values that the texts of fields name; nothing where none names any. */
function namedDetails(details: FieldDetails): Pick<ApiErrorBody, 'errorDetails'> {
  const named = Object.entries(details).filter(([, values]) => Object.keys(values).length > 0)
  return named.length > 0 ? { errorDetails: Object.fromEntries(named) } : {}
}

/** More than a form has fields; what is wrong in so many places is mended from the first ones. */
const MOST_FAULTS = 20

function validationAnswer(error: FastifyError & { validation: readonly unknown[] }): Answer {
  const errors: Record<string, string> = {}
  const errorKeys: Record<string, string> = {}
  const errorDetails: Record<string, FieldDetails[string]> = {}
  for (const issue of error.validation as { instancePath?: string; message?: string; params?: unknown }[]) {
    const field = fieldOf(issue.instancePath ?? '')
    if (field in errors) continue
    if (Object.keys(errors).length === MOST_FAULTS) break
    const key = issue.message && isMessageKey(issue.message) ? issue.message : 'errors.fields.invalidType'
    const details = detailsOfIssue(issue.params ?? {})
    errors[field] = messageText(key, details)
    errorKeys[field] = key
    errorDetails[field] = details
  }
  return answer(400, 'errors.validationFailed', { errors, errorKeys, ...namedDetails(errorDetails) })
}

function refusalAnswer(refusal: Refusal): Answer {
  const { status, messageKey, details, fields = {}, fieldDetails, extra } = refusal
  const names = Object.entries(fields)
  const perField = names.length > 0 && {
    errors: Object.fromEntries(
      names.map(([field, key]) => [field, messageText(key, { ...details, ...fieldDetails[field] })]),
    ),
    errorKeys: Object.fromEntries(names),
    ...namedDetails(fieldDetails),
  }
  const named = Object.keys(details).length > 0 && { details: { ...details } }
  const reply = answer(status, messageKey, { ...named, ...perField, ...extra })
  return { ...reply, retryAfterSeconds: refusal.retryAfterSeconds }
}

/** Failures of Fastify and its plugins that are the caller's, by their status. */
const BY_STATUS: Record<number, MessageKey> = {
  400: 'errors.invalidRequest',
  401: 'errors.unauthorized',
  404: 'errors.notFound',
  413: 'errors.payloadTooLarge',
  415: 'errors.unsupportedMediaType',
  429: 'errors.tooManyRequests',
}

/** Failures of scan and warp that are not the caller's file or points. */
const RASTER_STATUS: Partial<Record<RasterErrorCode, number>> = {
  tooManyPixels: 413,
  cancelled: 499,
  scanUnreadable: 500,
  warpThreadFailed: 500,
  diskFull: 507,
}
const CALLERS_FAULT = 400

/** Reasons of a failed transform that are no fault of the server: the world changed meanwhile, or the disk is full. */
const TRANSFORM_STATUS: Partial<Record<MessageKey, number>> = {
  'errors.transform.superseded': 409,
  'errors.claims.expired': 409,
  'errors.conflict': 409,
  'errors.diskFull': 507,
}

const UNAVAILABLE_RETRY_SECONDS = 2

/** What a request that threw is answered with. Nothing of an unexpected error leaves the server. */
export function answerFor(error: unknown): Answer {
  if (error instanceof Refusal) return refusalAnswer(error)
  if (error instanceof RasterError) {
    const { code, message, messageKey, details } = error
    const status = RASTER_STATUS[code] ?? CALLERS_FAULT
    return { status, body: { message, error: message, messageKey, details: { ...details } } }
  }
  if (error instanceof FailedTransform) {
    const { messageKey, details } = error
    const named = Object.keys(details).length > 0 && { details: { ...details } }
    return answer(TRANSFORM_STATUS[messageKey] ?? 500, messageKey, { ...named })
  }
  if (hasZodFastifySchemaValidationErrors(error)) return validationAnswer(error)
  if ((error instanceof StorageError && error.code === 'full') || isDatabaseFull(error))
    return answer(507, 'errors.diskFull')
  if (isDatabaseUnavailable(error) || isStatementTimeout(error))
    return { ...answer(503, 'errors.unavailable'), retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  const key = BY_STATUS[status]
  if (key) return answer(status, key)
  return status >= 400 && status < 500 ? answer(400, 'errors.invalidRequest') : answer(500, 'errors.internal')
}

/** As much of a body as Node reads before anybody asks for it; the connection outlives so much. */
const READ_AHEAD_BYTES = 64 * 1024

/** Of a body that was refused, so much is still read and dropped, for so long: a client that sends reads no answer yet. */
const [DRAINED_BYTES, DRAINED_MS] = [64 * 2 ** 20, 30_000]

/** Whether much of the body is still to come, so that the connection has to be closed after the answer. */
function leavesBody({ complete, headers }: IncomingMessage): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined
  return !complete && (isChunked || Number(headers['content-length'] ?? 0) > READ_AHEAD_BYTES)
}

function send(reply: FastifyReply, { status, body, retryAfterSeconds }: Answer) {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  // A body that was not read to its end must not be taken for the next request.
  const isLeft = leavesBody(reply.request.raw)
  if (status === 413 || isLeft) reply.header('connection', 'close')
  const text = JSON.stringify(body)
  reply.code(status).type('application/json; charset=utf-8')
  if (status === 413 || !isLeft) return reply.send(text)
  return reply.header('content-length', Buffer.byteLength(text)).send(beforeDraining(text, reply.request.raw))
}

/**
 * An answer that is whole at once and ends, and with it the connection, when the body was drained: closed before, the
 * client would be told of a lost connection and not of the refusal.
 */
function beforeDraining(text: string, request: IncomingMessage): Readable {
  return Readable.from(
    (async function* () {
      yield text
      await drained(request)
    })(),
    { objectMode: false },
  )
}

/** Resolves when a body was read to its end and dropped, is lost, or is more or slower than is worth reading. */
function drained(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(resolve, DRAINED_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    request.unpipe()
    request.on('data', ({ length }: Buffer) => {
      bytes += length
      if (bytes > DRAINED_BYTES) end()
    })
    for (const event of ['end', 'close', 'error'] as const) request.once(event, end)
    if (request.readableEnded || request.destroyed) end()
    else request.resume()
  })
}

/** The answer to an address that is none. */
export function sendNotFound(reply: FastifyReply) {
  return send(reply, answer(404, 'errors.notFound'))
}

/** One answer to every error, in the contract's shape. */
export function addErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply) => {
    const answered = answerFor(error)
    if (answered.status >= 500 && answered.status !== 503) request.log.error({ err: error }, 'request failed')
    else request.log.debug({ err: error }, 'request refused')
    return send(reply, answered)
  })
}
