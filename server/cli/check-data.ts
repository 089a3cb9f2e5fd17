import process from 'node:process'
import { openInstance } from '../instance.ts'
import { readSettings } from '../settings.ts'
import { checkData } from '../services/operation/check-data.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }

/** `npm run check-data`: prints what is missing, orphaned, damaged or dangling as JSON; ends with 1 if anything is. */
async function main(): Promise<number> {
  const instance = await openInstance({ ...readSettings(process.env), jobConcurrency: 0 }, silent)
  try {
    const report = await checkData(instance)
    console.log(JSON.stringify(report, null, 2))
    const { missing, orphaned, damaged, danglingRows } = report
    return [missing, orphaned, damaged, danglingRows].every((list) => list.length === 0) ? 0 : 1
  } finally {
    await instance.close()
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  },
)
