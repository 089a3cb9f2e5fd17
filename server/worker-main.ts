import process from 'node:process'
import { openInstance } from './instance.ts'
import { readSettings } from './settings.ts'

const log = {
  debug: () => undefined,
  info: (line: unknown) => console.log(String(line)),
  warn: (line: unknown) => console.warn(String(line)),
  error: (line: unknown) => console.error(String(line)),
}

/** Runs jobs and nothing else: `npm run worker`, on as many machines as wanted. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const instance = await openInstance({ ...settings, jobConcurrency: settings.jobConcurrency || 2 }, log)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= instance
      .stopJobs()
      .then(() => instance.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  console.log('The job worker is ready')
}

// What is written is this account's alone.
process.umask(0o077)
main().catch((error: unknown) => {
  console.error(`The job worker cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
