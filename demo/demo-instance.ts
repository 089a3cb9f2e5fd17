import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { projectPath } from '../server/project-path.ts'

const START_LIMIT_MS = 60_000

/**
 * Runs `work` with the address of an instance: the given one, the one that runs where the settings point, or one that
 * is started for that long and stopped again; returns whether it was.
 */
export async function withInstance(
  given: string | undefined,
  work: (url: string) => Promise<void>,
): Promise<boolean> {
  const url = given ?? `http://${process.env['HOST'] ?? '127.0.0.1'}:${process.env['PORT'] ?? '8080'}`
  if (await answers(url)) {
    await work(url)
    return false
  }
  if (given !== undefined) throw new Error(`nothing answers at ${given}`)
  const server = spawn(process.execPath, [projectPath('dist', 'server', 'main.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await started(server, url)
    await work(url)
    return true
  } finally {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    }
  }
}

async function started(server: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + START_LIMIT_MS
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`the server ended with status ${server.exitCode}`)
    if (performance.now() > until) throw new Error(`the server does not answer at ${url}`)
    await pause(200)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health-check`)).ok
  } catch {
    return false
  }
}
