import { describe, expect, it } from 'vitest'
import { authFaults } from './auth-fields.ts'

const values = { username: ' Ona ', email: 'ona@a.lt', password: 'Abcde1' }

describe('the auth form', () => {
  it('asks a login only for what must be there', () => {
    expect(authFaults('login', { username: '', email: 'x', password: 'y' })).toEqual({})
    expect(authFaults('login', { username: '', email: ' ', password: '' })).toEqual({
      email: 'errors.fields.required',
      password: 'errors.fields.required',
    })
  })

  it('holds a registration to the rules of the server', () => {
    expect(authFaults('register', values)).toEqual({})
    expect(authFaults('register', { username: 'O', email: 'ona', password: 'abcdef' })).toEqual({
      username: 'errors.fields.usernameLength',
      email: 'errors.fields.invalidEmail',
      password: 'errors.fields.passwordNeedsDigit',
    })
  })
})
