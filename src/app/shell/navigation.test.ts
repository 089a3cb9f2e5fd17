import { expect, it } from 'vitest'
import { badgeText, userCard } from './navigation.ts'

it('writes counts as 99+ above 99 and leaves out nothing', () => {
  expect([0, 1, 99, 100, undefined].map(badgeText)).toEqual([undefined, '1', '99', '99+', undefined])
})

it('fills a user card that misses fields, and calls nobody a guest', () => {
  const words = { guest: 'Guest', fallbackName: 'User', fallbackEmail: 'user@example.com' }
  expect(userCard({ username: 'Ona', email: 'ona@a.lt' }, words)).toEqual({ name: 'Ona', email: 'ona@a.lt' })
  expect(userCard({ username: '', email: null }, words)).toEqual({ name: 'User', email: 'user@example.com' })
  expect(userCard(null, words)).toEqual({ name: 'Guest', email: '' })
})
