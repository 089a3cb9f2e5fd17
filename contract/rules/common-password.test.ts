import { beforeAll, describe, expect, it } from 'vitest'
import { commonPasswords, isCommonPassword } from './common-password.ts'

let common: ReadonlySet<string>
beforeAll(async () => {
  common = await commonPasswords()
})

describe('the list of common passwords', () => {
  it('holds 3,000, in lower case', () => {
    expect(common.size).toBe(3000)
    expect([...common].filter((password) => password !== password.toLowerCase())).toEqual([])
  })
})

describe('a password', () => {
  it.each(['Password1', 'aBC123', '1Monkey!', 'QWERTY2024'])(
    'is common whatever adorns it: %s',
    (password) => {
      expect(isCommonPassword(password, common)).toBe(true)
    },
  )

  it.each(['Abcdef1', 'Wilna1820', 'Vytis-1410-Žalgiris', '', 'A1b2C3d4e5'])(
    'is not common for what it shares with one: %s',
    (password) => {
      expect(isCommonPassword(password, common)).toBe(false)
    },
  )
})
