import { expect, it } from 'vitest'
import { withErrors } from './run-vitest.mjs'

const file = (name: string, message = '') => ({ name, message, status: 'passed', assertionResults: [] })

it('an error from outside of the tests stands in the report of its file; one of no file is told apart', () => {
  const files = [file('/a.test.ts'), file('/b.test.ts', 'no such module')]
  const errors = [
    { file: '/a.test.ts', message: 'nobody caught this' },
    { file: '/a.test.ts', message: 'nor this' },
    { file: '/b.test.ts', message: 'later' },
    { message: 'a worker is gone' },
  ]
  const { files: read, strays } = withErrors(files, errors)
  expect(read.map(({ message }: { message: string }) => message)).toEqual([
    'nobody caught this',
    'no such module',
  ])
  expect(strays).toEqual(['a worker is gone'])
})
