import process from 'node:process'
import { type Instance, openInstance } from '../instance.ts'
import { readSettings } from '../settings.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }

/**
 * Runs an operator's program beside the server, prints its lines, and ends with 1 where it fails.
 *
 * @param read what the arguments ask for; what is no request throws with the usage, before the database is opened
 */
export function runOperation<Asked>(
  read: (args: readonly string[]) => Asked,
  run: (instance: Instance, asked: Asked) => Promise<readonly string[]>,
): void {
  const main = async () => {
    const asked = read(process.argv.slice(2))
    const instance = await openInstance({ ...readSettings(process.env), jobConcurrency: 0 }, silent)
    try {
      for (const line of await run(instance, asked)) console.log(line)
    } finally {
      await instance.close()
    }
  }
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}
