import { expect, it } from 'vitest'
import { passwordFaults } from './password-faults.ts'

it('asks for the current password, a good new one, and the same again', () => {
  const good = { currentPassword: 'old', newPassword: 'Abcdef1', confirmation: 'Abcdef1' }
  expect(passwordFaults(good)).toEqual({})
  expect(passwordFaults({ ...good, currentPassword: '' })).toEqual({
    currentPassword: 'errors.fields.required',
  })
  expect(passwordFaults({ ...good, newPassword: 'Ab1', confirmation: 'Ab1' })).toEqual({
    newPassword: 'errors.fields.passwordTooShort',
  })
  expect(passwordFaults({ ...good, confirmation: 'Abcdef2' })).toEqual({ confirmation: 'mismatch' })
})
