import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

export interface SecurityOptions {
  /** Origins of online base maps: the only foreign hosts a page may reach. */
  readonly tileHosts: readonly string[]
  /** Whether users reach the instance over TLS. */
  readonly isHttps: boolean
}

/** Headers that bind a page to its own origin: no foreign scripts, no inline scripts, no framing, no sniffing. */
export async function addSecurityHeaders(app: FastifyInstance, options: SecurityOptions): Promise<void> {
  const { isHttps } = options
  const tileHosts = [...options.tileHosts]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        scriptSrcAttr: ["'none'"],
        // The UI kit writes its variables into a <style>; styles cannot run code.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'data:', 'blob:', ...tileHosts],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: isHttps,
    // Tile servers ask for the origin of the page that uses them.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}

/** Lets pages of any site show this answer in a frame; nothing else of what binds it is loosened. */
export function letBeFramed(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'))
}
