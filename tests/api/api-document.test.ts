import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { newUser } from '../support/api.ts'

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>
}

describe('the OpenAPI document', () => {
  let server: SharedServer
  let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: object } }
  beforeAll(async () => {
    server = await sharedServer()
    document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as typeof document
  })
  afterAll(async () => server?.stop())
  const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

  it('names each operation once, by words that a generated client can use', () => {
    const ids = operations().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+(?:_\w+)+$/.test(id))).toEqual([])
  })

  it('gives every refusal the one shape of errors, and refers to nothing that it does not hold', () => {
    const wrong = operations().flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400 && status !== '416' && status !== '431')
        // The services of OGC refuse in its words.
        .filter(([, { content }]) => !(content && 'text/xml' in content && operationId.includes('wmts')))
        .filter(([, { content }]) => {
          const reference = content?.['application/json']?.schema.$ref
          return reference !== '#/components/schemas/ApiError'
        })
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(wrong).toEqual([])
    const referred = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, id]) => id!,
    )
    expect(referred.filter((id) => !(id in document.components.schemas))).toEqual([])
    expect(document.components.schemas).toHaveProperty('MapRecord')
  })

  it('describes no item by its position, which generators of clients and validators do not know', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('"prefixItems"')
    expect(text).not.toMatch(/"items":\[/)
  })

  it('describes the form of an upload with its file', () => {
    const { requestBody } = document.paths['/api/maps/upload']!.post!
    const { schema } = requestBody!.content['multipart/form-data']!
    expect(schema.required).toEqual(['image', 'title'])
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['image', 'title', 'scale', 'startYear', 'endYear', 'isPublic']),
    )
  })

  it('is kept where a request is no request at all', async () => {
    const { token } = await newUser(server.url)
    const authorization = `Bearer ${token}`
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      fetch(server.url + path, { method: 'POST', headers: { authorization, ...headers }, body: body ?? null })
    const cut = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nshort'
    const answers = [
      await send('/api/maps/upload', { 'content-type': 'multipart/form-data' }, 'x'),
      await send('/api/maps/upload', { 'content-type': 'multipart/form-data; boundary=b' }, cut),
      await send('/api/maps/upload', { 'content-type': 'multipart/form-data; boundary=b' }, 'no part'),
      await send('/api/catalogs/create', { 'content-type': 'application/json' }, '{"title":'),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ messageKey: expect.stringMatching(/^errors\./) as string })
    }
    expect((await send('/api/maps/upload', { 'content-type': 'application/json' }, '{}')).status).toBe(415)
    const long = await fetch(`${server.url}/api/map/${'x'.repeat(5000)}`, { headers: { authorization } })
    expect([long.status, await long.json()]).toMatchObject([400, { messageKey: 'errors.validationFailed' }])
    for (const cursor of [['soon', 'a'], ['soon', '00000000-0000-0000-0000-000000000000'], [{}, 1], 7]) {
      const text = Buffer.from(JSON.stringify(cursor)).toString('base64url')
      const list = await fetch(`${server.url}/api/maps/publicMaps?limit=5&cursor=${text}`, {
        headers: { authorization },
      })
      expect([list.status, await list.json()], text).toEqual([200, { maps: [], nextCursor: null }])
    }
  })
})
