/**
 * Packs the built files once, as small as they can be: a server that packs each answer anew has not the time for it, and
 * what it sends is an eighth larger.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const PACKED = /\.(?:js|css|wasm)$/
/** Larger ones take longer than all others together; the server packs them as it sends them. Bytes. */
const MOST_BYTES = 4_000_000
/** Smaller ones would not become smaller by as much as it costs to look for their packed form. Bytes. */
const FEWEST_BYTES = 512

const compress = promisify(brotliCompress)

async function packFile(path, quality) {
  const content = readFileSync(path)
  if (content.length < FEWEST_BYTES || content.length > MOST_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  }
  writeFileSync(`${path}.br`, await compress(content, { params }))
}

/** The plugin of the client's build: beside each file of scripts and styles stands its packed form, `NAME.br`. */
export function packFiles({ quality = constants.BROTLI_MAX_QUALITY } = {}) {
  let folder = ''
  return {
    name: 'pack-files',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.build.outDir, 'assets')),
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const files = readdirSync(folder).filter((file) => PACKED.test(file))
        await Promise.all(files.map((file) => packFile(join(folder, file), quality)))
      },
    },
  }
}
