import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { login, register } from '../contract/api/auth.ts'
import { type ApiCall, API_BASE, type BodyOf, type ReplyOf } from '../contract/api/define-call.ts'
import { getMap, personalMaps, switchPublic, uploadMap } from '../contract/api/maps.ts'
import { transformMap } from '../contract/api/transform.ts'
import type { ExactPoint } from './sheet-points.ts'

export interface DemoUser {
  readonly username: string
  readonly email: string
  readonly password: string
}

export interface DemoMap {
  readonly title: string
  /** The scan, a JPEG. */
  readonly scan: Buffer
  /** Where given, the map is georeferenced by them and made public. */
  readonly points: readonly ExactPoint[] | undefined
}

const CONVERSION_LIMIT_MS = 180_000
const POLL_MS = 500

/** A map of the user's, and the token of the session in which it was added or found. */
export interface AddedMap {
  readonly id: string
  readonly isNew: boolean
  readonly token: string
}

/** Adds the map for the user, who is registered where needed; does nothing where a map of that title is there. */
export async function addDemoMap(url: string, user: DemoUser, map: DemoMap): Promise<AddedMap> {
  const token = await signIn(url, user)
  const api = caller(url, token)
  const { maps } = await api(personalMaps)
  const known = maps.find((one) => one.titles.title === map.title)
  if (known) return { id: known.id, isNew: false, token }
  const id = await upload(url, token, map)
  await converted(api, id)
  if (!map.points) return { id, isNew: true, token }
  await api(transformMap, `/map/transform/${id}`, {
    mapPoints: map.points.map(({ map: [x, y] }): [number, number] => [x, y]),
    imagePoints: map.points.map((point) => ({ pixelX: point.image[0], pixelY: point.image[1] })),
    transformationType: 'TPS',
  })
  await api(switchPublic, `/map/switch-public/${id}`, { isPublic: true })
  return { id, isNew: true, token }
}

type Api = <Call extends ApiCall>(call: Call, path?: string, body?: BodyOf<Call>) => Promise<ReplyOf<Call>>

function caller(url: string, token?: string): Api {
  return async (call, path = call.path, body) => {
    const response = await fetch(`${url}${API_BASE}${path}`, {
      method: call.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return parse(call, response)
  }
}

const refusal = z.object({ message: z.string() })

async function parse<Call extends ApiCall>(call: Call, response: Response): Promise<ReplyOf<Call>> {
  const json: unknown = await response.json()
  if (response.ok) return call.reply.parse(json) as ReplyOf<Call>
  const reason = refusal.safeParse(json)
  throw new Refused(
    response.status,
    `${call.method} ${call.path}: ${response.status} ${reason.success ? reason.data.message : ''}`,
  )
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function signIn(url: string, { username, email, password }: DemoUser): Promise<string> {
  const api = caller(url)
  try {
    return (await api(login, login.path, { email, password })).token
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500 || error.status === 429) throw error
    return (await api(register, register.path, { username, email, password })).token
  }
}

async function upload(url: string, token: string, { title, scan }: DemoMap): Promise<string> {
  const form = new FormData()
  const fields = {
    title,
    modernTitle: 'Lithuania, western Latvia and their neighbours',
    year: '1820',
    scale: '1:1600000',
    creator: 'Palimpsest',
    description:
      'Drawn by this program from Natural Earth and GeoNames in an equidistant conic projection, turned and bent by smooth waves: the place of every town is known exactly.',
    isPublic: 'false',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('image', new Blob([new Uint8Array(scan)], { type: 'image/jpeg' }), 'lithuania-1820.jpg')
  const response = await fetch(`${url}${API_BASE}${uploadMap.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return (await parse(uploadMap, response)).id
}

async function converted(api: Api, id: string): Promise<void> {
  const until = performance.now() + CONVERSION_LIMIT_MS
  for (;;) {
    const { files, processing } = await api(getMap, `/map/${id}`)
    if (files.convertedFilePath) return
    if (processing?.error) throw new Error(`the scan could not be converted: ${processing.error.message}`)
    if (performance.now() > until) throw new Error('the scan was not converted in time')
    await pause(POLL_MS)
  }
}
