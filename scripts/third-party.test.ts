import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shippedParts, thirdPartyText } from './third-party.mjs'

const root = new URL('..', import.meta.url).pathname
const parts = shippedParts(root)

describe('the notices of others', () => {
  it('name each package that the product depends on, with its licence, and its notice word for word', () => {
    const text = thirdPartyText(parts)
    const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      dependencies: Record<string, string>
    }
    for (const [name, version] of Object.entries(dependencies))
      expect(text).toContain(`${name} ${version} | `)
    for (const name of ['maplibre-gl', 'fastify', 'sharp'])
      for (const notice of parts.find((part) => part.name === name)!.notices) expect(text).toContain(notice)
    expect(parts.filter(({ notices }) => notices.length > 0).length).toBeGreaterThan(400)
    expect(text).toMatch(/^@img\/sharp-libvips-\S+ \S+ \| LGPL-3\.0-or-later/m)
  })

  it('leave out what only builds and tests the product', () => {
    const names = new Set(parts.map(({ name }) => name))
    for (const name of ['vitest', 'oxlint', 'oxfmt']) expect(names.has(name), name).toBe(false)
  })

  it('hold a notice that many have in the same words once', () => {
    const one = { version: '1.0.0', licence: 'MIT', author: '', home: '', notices: ['Do what you like.'] }
    const text = thirdPartyText([
      { ...one, name: 'a' },
      { ...one, name: 'b' },
      { ...one, name: 'c', notices: [] },
    ])
    expect(text.split('Do what you like.')).toHaveLength(2)
    expect(text).toContain('a 1.0.0 | MIT\nb 1.0.0 | MIT\n')
    expect(text).toContain('c 1.0.0 | MIT\n\nNo notice comes with it')
  })
})
