import { describe, expect, it } from 'vitest'
import { linkTarget } from './link-target.ts'

const SERVER = 'https://maps.example'

describe('a link that the app is opened by', () => {
  it.each([
    ['https://maps.example/public-maps?mapId=7&z=3', '/public-maps?mapId=7&z=3'],
    ['palimpsest://maps.example/public-maps?mapId=7#x', '/public-maps?mapId=7#x'],
    ['palimpsest://maps.example', '/'],
    ['https://maps.example//elsewhere.example/x', '/elsewhere.example/x'],
  ])('leads to a page: %s', (link, href) => expect(linkTarget(link, SERVER)).toEqual({ kind: 'here', href }))

  it('leads to a page of a server under development, whatever its scheme', () =>
    expect(linkTarget('palimpsest://10.0.2.2:8080/main', 'http://10.0.2.2:8080')).toEqual({
      kind: 'here',
      href: '/main',
    }))

  it('may be of another server', () =>
    expect(linkTarget('palimpsest://other.example/main', SERVER)).toEqual({
      kind: 'elsewhere',
      origin: 'https://other.example',
      host: 'other.example',
      href: '/main',
    }))

  it.each([
    'no link',
    'palimpsest:main',
    'javascript:alert(1)',
    'https://user:secret@maps.example/main',
    'https://maps.example/api/files/maps/7/converted/converted.tif',
  ])('is none of ours: %s', (link) => expect(linkTarget(link, SERVER)).toBeNull())
})
