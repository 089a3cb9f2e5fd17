import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectPath } from '../project-path.ts'
import { loggableUrl } from './request-log.ts'

const TOKEN = 'secret-0123456789_abcdef'

const sources = ['contract/api', 'server/routes'].flatMap((folder) =>
  readdirSync(projectPath(folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(projectPath(join(folder, name)), 'utf8')),
)

/** Every path of a route with a secret in it, as it stands in the sources. */
const paths = sources.flatMap((text) =>
  [...text.matchAll(/'(\/[^'\s]*:(?:token|ticket)[^'\s]*)'/g)].map(([, path]) => path!),
)

/** Addresses by these paths: calls of the API have a prefix, pages have none. */
const addresses = paths.flatMap((path) => {
  const filled = path
    .replace(/:(?:token|ticket)/, TOKEN)
    .replace(/:\w+/g, 'x')
    .replace('*', 'scan/thumbnail.webp')
  return [filled, `/api${filled}`]
})

/** What nginx logs of an address by its own table. */
function loggedByNginx(address: string): string {
  const config = readFileSync(projectPath('deploy/nginx.conf'), 'utf8')
  const pattern = /~(\S+) \$before…\$after;/.exec(config)![1]!
  return address.replace(new RegExp(pattern.replaceAll('(?<', '(?<')), '$<before>…$<after>')
}

describe('the address in a log line', () => {
  it('is read from every route whose path carries a secret', () => {
    expect(paths.length).toBeGreaterThanOrEqual(5)
  })

  it.each(addresses)('of %s holds no secret', (address) => {
    expect(loggableUrl(`${address}?token=${TOKEN}`)).not.toContain(TOKEN)
    expect(loggableUrl(address).split('/')).toHaveLength(address.split('/').length)
  })

  it('holds none in the log of the proxy either', () => {
    const pages = addresses.filter((address) => /^\/[cl]\//.test(address))
    const calls = addresses.filter(
      (address) => address.startsWith('/api/') && !/^\/api\/[cl]\//.test(address),
    )
    expect(pages.length).toBeGreaterThan(0)
    for (const address of [...pages, ...calls]) expect(loggedByNginx(address), address).not.toContain(TOKEN)
  })
})
