import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Loaded before the server: its clock then goes ahead by what a file says, in milliseconds. */
const CLOCK = `
const { readFileSync } = require('node:fs')
const real = Date.now
const ahead = () => { try { return Number(readFileSync(FILE, 'utf8')) || 0 } catch { return 0 } }
Date.now = () => real() + ahead()
`

export interface ServerClock {
  /** For `startServer`: the environment of a server whose clock this is. */
  readonly env: NodeJS.ProcessEnv
  /** Moves the clock on, from now until it is moved again. */
  moveOn(milliseconds: number): void
  remove(): void
}

/** A clock for one server process, which can be moved on while it runs. */
export function serverClock(): ServerClock {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-clock-'))
  const file = join(folder, 'ahead')
  const script = join(folder, 'clock.cjs')
  let ahead = 0
  writeFileSync(script, `const FILE = ${JSON.stringify(file)}\n${CLOCK}`)
  return {
    env: { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require ${script}`.trim() },
    moveOn: (milliseconds) => {
      ahead += milliseconds
      writeFileSync(file, String(ahead))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
