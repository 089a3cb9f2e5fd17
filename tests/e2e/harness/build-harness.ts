import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import wasm from 'vite-plugin-wasm'
import { flatPanes } from '../../../scripts/flat-panes.mjs'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.tif': 'image/tiff',
}

/** The harness page, built and served from a folder of its own. */
export interface ServedHarness {
  readonly url: string
  /** Files put here are served, with ranges, under `/files/`. */
  readonly filesFolder: string
  close(): Promise<void>
}

interface HarnessOptions {
  /** Folder of the page. Default: this one. */
  readonly page?: URL
  /** With panes that draw nothing (tests/flat). */
  readonly isFlat?: boolean
}

/** Builds the page as the product is built and serves it at a free port. */
export async function serveHarness({ page, isFlat = false }: HarnessOptions = {}): Promise<ServedHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-harness-'))
  await build({
    root: fileURLToPath(page ?? new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    plugins: [...(isFlat ? [flatPanes()] : []), wasm()],
    worker: { format: 'es', plugins: () => [wasm()] },
    build: { outDir: join(folder, 'page'), emptyOutDir: true, target: 'es2022', minify: false },
  })
  const filesFolder = await mkdtemp(join(folder, 'files-'))
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname))
    const file = path.startsWith('/files/')
      ? join(filesFolder, path.slice('/files/'.length))
      : join(folder, 'page', path === '/' ? 'index.html' : path)
    stat(file).then(
      ({ size }) => {
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
        const type = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }
        if (!range) {
          response.writeHead(200, { ...type, 'content-length': size })
          return createReadStream(file).pipe(response)
        }
        const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)]
        if (start >= size) return response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
        response.writeHead(206, {
          ...type,
          'content-range': `bytes ${start}-${end}/${size}`,
          'content-length': end - start + 1,
        })
        return createReadStream(file, { start, end }).pipe(response)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    filesFolder,
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
