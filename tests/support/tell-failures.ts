import process from 'node:process'
import { afterEach, beforeAll } from 'vitest'
import { failuresOfServers, forgetFailures } from './server.ts'

beforeAll(forgetFailures)

// A page that got a 500 does not know why; the server's log does.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  const failures = failuresOfServers()
  if (failures.length > 0)
    process.stderr.write(`\nLogged by the servers of ${task.name}:\n${failures.join('\n')}\n`)
})
