/** `npm start`: installs and builds what is stale, then becomes the server. */
import { prepare } from './prepare.mjs'
import process from 'node:process'

const stopping = new AbortController()
const stop = () => stopping.abort()
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

try {
  await prepare({ signal: stopping.signal })
} catch (error) {
  if (!stopping.signal.aborted) console.error(error instanceof Error ? error.message : error)
  process.exit(stopping.signal.aborted ? 0 : 1)
}

// From here on the server's own handlers answer the signals.
process.off('SIGTERM', stop)
process.off('SIGINT', stop)
if (stopping.signal.aborted) process.exit(0)
await import('../dist/server/main.mjs')
