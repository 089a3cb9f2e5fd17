import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import {
  API_BASE,
  type ApiCall,
  type CallInput,
  callPath,
  type ReplyOf,
} from '../../contract/api/define-call.ts'
import { register } from '../../contract/api/auth.ts'
import { apiErrorSchema, type ApiErrorBody } from '../../contract/api/errors.ts'
import { getMap, uploadMap } from '../../contract/api/maps.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { insertUser } from '../../server/db/queries/accounts.ts'
import { insertSession } from '../../server/db/queries/sessions.ts'
import { newToken, tokenHash } from '../../server/services/accounts/tokens.ts'
import { runningServer } from './server-database.ts'

/** A server's address and, where someone is signed in, their token. */
export interface Caller {
  readonly url: string
  readonly token?: string
}

export interface Refused {
  readonly status: number
  readonly body: ApiErrorBody
  readonly headers: Headers
}

function send(caller: Caller, call: ApiCall, input: Record<string, unknown>): Promise<Response> {
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  }
  return fetch(caller.url + API_BASE + callPath(call, params, query), {
    method: call.method,
    headers: {
      ...(caller.token && { authorization: `Bearer ${caller.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Makes a call that must succeed, and holds the reply against the contract. */
export async function callApi<const Call extends ApiCall>(
  caller: Caller,
  call: Call,
  input: CallInput<Call>,
): Promise<ReplyOf<Call>> {
  const response = await send(caller, call, input)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${call.method} ${call.path}: ${response.status} ${text}`)
  return call.reply.parse(JSON.parse(text)) as ReplyOf<Call>
}

/** Makes a call that must be refused, and holds the refusal against the contract. */
export async function refusedApi<const Call extends ApiCall>(
  caller: Caller,
  call: Call,
  input: CallInput<Call> | { params?: unknown; query?: unknown; body?: unknown },
): Promise<Refused> {
  const response = await send(caller, call, input as Record<string, unknown>)
  const body: unknown = await response.json()
  if (response.status === 200) throw new Error(`${call.method} ${call.path} was not refused`)
  return { status: response.status, body: apiErrorSchema.parse(body), headers: response.headers }
}

let users = 0

/** The password of every new user, and what hashing it with the server's costs has given: hashing takes most of the time that registering takes. */
const PASSWORD = 'Abcdef1'
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$EXBfkdK/l7Oa8xnKVMvkMg$hZB+FQkWLbxdsuDHl6NSQx2sAoSzDHCdCvPxuhDitfE'

export type NewUser = Required<Caller> & {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password: string
}

function newAccount(name = `User ${(users += 1)}`) {
  const email = `${name.replace(/\W/g, '')}.${Date.now().toString(36)}.${(users += 1)}@example.com`
  return { username: `${name} ${users}`, email, password: PASSWORD }
}

/** A new user who has registered over HTTP: for tests that count it as an attempt, or are about it. */
export async function registerUser(url: string, name?: string): Promise<NewUser> {
  const account = newAccount(name)
  const { token, user } = await callApi({ url }, register, { body: account })
  return { url, token, id: user.id, ...account }
}

/** A new user, signed in: what registering leaves is written into the database of the server, without hashing. */
export async function newUser(url: string, name?: string): Promise<NewUser> {
  const server = runningServer(url)
  // One behind a proxy, or of another process.
  if (!server) return registerUser(url, name)
  const account = newAccount(name)
  const db = drizzle(server.pool)
  const { id } = await insertUser(db, { ...account, passwordHash: PASSWORD_HASH })
  const token = newToken()
  await insertSession(db, { userId: id, tokenHash: tokenHash(token), userAgent: 'node' })
  return { url, token, id, ...account }
}

export interface ScanUpload {
  readonly content: Buffer
  readonly fileName: string
}

/** Sends a scan as the form of the call table; the answer is not looked at. */
export function postUpload(
  caller: Caller,
  scan: ScanUpload,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(scan.content)]), scan.fileName)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return fetch(caller.url + API_BASE + uploadMap.path, {
    method: 'POST',
    headers: { ...(caller.token && { authorization: `Bearer ${caller.token}` }), ...headers },
    body: form,
  })
}

/** Uploads a scan; returns the new map's id. */
export async function upload(
  caller: Caller,
  scan: ScanUpload | string,
  fields: Readonly<Record<string, string>> = { title: 'A map' },
): Promise<string> {
  const whole = typeof scan === 'string' ? { content: readFileSync(scan), fileName: basename(scan) } : scan
  const response = await postUpload(caller, whole, fields)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`upload: ${response.status} ${text}`)
  return uploadMap.reply.parse(JSON.parse(text)).id
}

/** Waits until the scan of a map can be edited. */
export async function untilReady(caller: Caller, id: string, timeoutMs = 60_000): Promise<MapRecord> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const map = await callApi(caller, getMap, { params: { id } })
    if (map.processing.state === 'ready') return map
    if (map.processing.state === 'failed') throw new Error(JSON.stringify(map.processing.error))
    if (Date.now() > deadline) throw new Error(`the map is still ${map.processing.state}`)
    await pause(50)
  }
}

/** Fetches a file of a map by its path relative to `/api/`. */
export function fetchFile(
  caller: Caller,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${caller.url}${API_BASE}/${path}`, {
    headers: { ...(caller.token && { authorization: `Bearer ${caller.token}` }), ...headers },
  })
}
