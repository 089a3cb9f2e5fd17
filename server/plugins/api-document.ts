import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Text fields of a multipart form, which the route parses itself; the field `image` carries the file. */
    form?: z.ZodType
  }
}

const options = { zodToJsonConfig: { unrepresentable: 'any' as const } }
const routeSchema = createJsonSchemaTransform(options)
const sharedSchemas = createJsonSchemaTransformObject(options)

/** The OpenAPI document at `/api/openapi.json`, made from the contract, and a page to read it at `/api/docs`. */
export async function addApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Palimpsest',
        version: '1',
        description:
          'Large scans are sent resumably by the tus protocol 1.0.0 at /api/maps/uploads: Upload-Metadata carries ' +
          '`filename` and the text fields of POST /api/maps/upload; the answer that completes an upload names the ' +
          'new map in Palimpsest-Map-Id.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'Of a session: what signing in answers.' },
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'plm_…',
            description:
              'Of a program: made under Settings, with a name, a day on which it ends, and leave to `read`, or to `write` as well.',
          },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = routeSchema(document)
      const { route } = document
      if (schema?.hide) return { schema, url }
      const form = route.config?.form
      const body = form && { body: formSchema(form) }
      const whole = { ...schema, ...body, operationId: operationId(route) }
      return { schema: plainTuples(whole) as typeof whole, url }
    },
    transformObject: (document) => plainTuples(sharedSchemas(document)) as ReturnType<typeof sharedSchemas>,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

/** A name for a generated client's function, the same as long as path and method are. */
function operationId({ method, url }: RouteOptions): string {
  const words = url.split('/').filter((word) => word !== '' && word !== 'api')
  const names = words.map((word) =>
    word === '*'
      ? 'path'
      : word.replace(/^:/, 'by_').replace(/\W+(\w)/g, (_, next: string) => next.toUpperCase()),
  )
  return [String(method).toLowerCase(), ...names].join('_')
}

function formSchema(fields: z.ZodType) {
  const { $schema: _, properties, required = [], ...rest } = z.toJSONSchema(fields, { io: 'input' })
  const image = { type: 'string', contentMediaType: 'application/octet-stream' }
  return { ...rest, properties: { image, ...properties }, required: ['image', ...required] }
}

/** Tuples as arrays of a fixed length: generators of clients, and some validators, know no kinds by position. */
function plainTuples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainTuples)
  if (typeof value !== 'object' || value === null) return value
  const { prefixItems, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, plainTuples(child)]),
  )
  if (!Array.isArray(prefixItems)) return prefixItems === undefined ? rest : { ...rest, prefixItems }
  const kinds = [...new Map(prefixItems.map((item: unknown) => [JSON.stringify(item), item])).values()]
  return { ...rest, items: kinds.length === 1 ? kinds[0] : { anyOf: kinds } }
}
