import { describe, expect, it } from 'vitest'
import { LICENCE_NAMES, LICENCES, readLicence } from './rights.ts'

describe('readLicence', () => {
  it('knows each licence by its name, its address, and its name in other spellings', () => {
    for (const name of LICENCE_NAMES) {
      expect(readLicence(name)).toBe(name)
      expect(readLicence(` ${name.toLowerCase().replaceAll('-', ' ')} `)).toBe(name)
      expect(readLicence(LICENCES[name])).toBe(name)
      expect(readLicence(LICENCES[name].replace('https:', 'http:').replace(/\/$/, ''))).toBe(name)
    }
    expect(readLicence('https://creativecommons.org/licenses/by-sa/4.0/deed.lt')).toBe('CC-BY-SA-4.0')
  })

  it.each([
    ['public domain', 'PDM-1.0'],
    ['Public Domain Mark 1.0', 'PDM-1.0'],
    ['CC BY 4.0', 'CC-BY-4.0'],
    ['CC-BY 4.0 International', 'CC-BY-4.0'],
    ['Creative Commons BY-SA 4.0', 'CC-BY-SA-4.0'],
    ['CC0', 'CC0-1.0'],
    ['All rights reserved', 'InC'],
    ['In copyright', 'InC'],
  ])('understands %s', (text, name) => expect(readLicence(text)).toBe(name))

  it.each(['', 'CC BY', 'CC BY 3.0', 'free', 'constructor', 'https://example.org/by/4.0/'])(
    'takes %j for none of the list',
    (text) => expect(readLicence(text)).toBeUndefined(),
  )
})
