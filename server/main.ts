import process from 'node:process'
import { readSettings } from './settings.ts'
import { startServer } from './start-server.ts'

/** The server: `npm start` ends here. */
async function main(): Promise<void> {
  const starting = startServer(readSettings(process.env))
  const stop = () => {
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail('The server did not stop cleanly', error),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const { address } = await starting
  console.log(`Palimpsest is ready at ${address}`)
}

function fail(what: string, error: unknown): void {
  console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exit(1)
}

// What is written is this account's alone.
process.umask(0o077)
main().catch((error: unknown) => fail('The server cannot start', error))
