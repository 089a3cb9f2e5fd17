import { describe, expect, it } from 'vitest'
import { readAddress } from './server-address.ts'

describe('an address of a server', () => {
  it.each([
    ['maps.example.org', 'https://maps.example.org'],
    ['  Maps.Example.org/main?tab=all ', 'https://maps.example.org'],
    ['https://maps.example.org:8443/', 'https://maps.example.org:8443'],
    ['žemėlapiai.lt', 'https://xn--emlapiai-5db14h.lt'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
    ['http://10.0.2.2:8080', 'http://10.0.2.2:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://desk.local:8080', 'http://desk.local:8080'],
  ])('is read from %s', (typed, origin) => expect(readAddress(typed)).toEqual({ ok: true, origin }))

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['maps', 'malformed'],
    ['not an address', 'malformed'],
    ['ftp://maps.example.org', 'malformed'],
    ['javascript:alert(1)', 'malformed'],
    ['https://user:secret@maps.example.org', 'malformed'],
    ['http://maps.example.org', 'needsHttps'],
    ['http://172.32.0.1', 'needsHttps'],
    ['http://10.example.org', 'needsHttps'],
    ['http://127.0.0.1.example.org', 'needsHttps'],
  ])('is refused: “%s” is %s', (typed, fault) => expect(readAddress(typed)).toEqual({ ok: false, fault }))
})
