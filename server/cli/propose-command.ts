/** The program behind `npm run propose`: control points from the lettering of a scan, without the server. */
import process from 'node:process'
import { runProposeCommand } from './run-propose-command.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

process.exitCode = await runProposeCommand(process.argv.slice(2), {
  folder: process.env.INIT_CWD ?? process.cwd(),
  out: process.stdout,
  errors: process.stderr,
  signal: interruption.signal,
})
