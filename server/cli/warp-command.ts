/** The program behind `npm run warp`: warps map files without the server. */
import process from 'node:process'
import { runWarpCommand } from './run-warp-command.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A second signal ends the program at once, as it would without a handler.
  process.once(signal, () => interruption.abort())
}

process.exitCode = await runWarpCommand(process.argv.slice(2), {
  // npm runs scripts in the project's folder and says in INIT_CWD where the user is.
  folder: process.env.INIT_CWD ?? process.cwd(),
  out: process.stdout,
  errors: process.stderr,
  signal: interruption.signal,
})
