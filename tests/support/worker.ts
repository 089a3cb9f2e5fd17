import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { builtPrograms } from './build.ts'

export interface TestWorker {
  /** SIGTERM or SIGKILL, and waits for the end. Returns the exit code, null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts the built job worker as its own process, as `npm run worker` does. */
export async function startWorker(env: NodeJS.ProcessEnv): Promise<TestWorker> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'palimpsest-test-worker-'))
  const child = spawn(process.execPath, [join(builtPrograms(), 'dist/server/worker.mjs')], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (text.includes('worker is ready')) resolve()
      })
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}:\n${text}`)))
  })
  await ready
  return {
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      rmSync(dataFolder, { recursive: true, force: true })
      return child.exitCode
    },
  }
}
