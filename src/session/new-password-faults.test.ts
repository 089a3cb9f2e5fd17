import { expect, it } from 'vitest'
import { newPasswordFaults } from './new-password-faults.ts'

it('asks a new password for the rules of registration, and for the same again', () => {
  expect(newPasswordFaults({ password: 'Abcdef1', confirmation: 'Abcdef1' })).toEqual({})
  expect(newPasswordFaults({ password: 'abcdef1', confirmation: 'abcdef1' })).toEqual({
    password: 'errors.fields.passwordNeedsUppercase',
  })
  expect(newPasswordFaults({ password: 'Abcdef1', confirmation: 'Abcdef2' })).toEqual({
    confirmation: 'mismatch',
  })
})
