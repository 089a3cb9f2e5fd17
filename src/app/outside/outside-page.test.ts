import { expect, it } from 'vitest'
import { pageAt } from './outside-page.ts'

it('knows the pages that stand outside of the product by their paths, and no other', () => {
  const paths = ['/', '/landing', '/landing/', '/login', '/register', '/forgot', '/reset']
  expect(paths.map(pageAt)).toEqual(['landing', 'landing', 'landing', 'login', 'register', 'forgot', 'reset'])
  for (const path of ['/main', '/login/other', '/nowhere', '/error', '/toString', ''])
    expect(pageAt(path), path).toBeNull()
})
