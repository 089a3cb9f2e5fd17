import { describe, expect, it } from 'vitest'
import { cogMetadata } from './cog-metadata.ts'

const map = { title: 'Plan', creator: 'General Staff', publisher: null, attribution: null, licence: null }

describe('the metadata of a published file', () => {
  it('name author, rights and licence, each by itself', () => {
    const described = { ...map, attribution: 'The archive', licence: 'CC-BY-4.0' as const }
    expect(cogMetadata({ map: described })).toEqual({
      title: 'Plan',
      author: 'General Staff',
      attribution: 'The archive',
      licence: 'https://creativecommons.org/licenses/by/4.0/',
    })
  })

  it('name who made the map where nobody else is to be named, and leave out what is not known', () => {
    expect(cogMetadata({ map })).toEqual({
      title: 'Plan',
      author: 'General Staff',
      attribution: 'General Staff',
    })
    expect(cogMetadata({ map: { ...map, creator: null } })).toEqual({ title: 'Plan' })
  })
})
