import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { builtPrograms, type TestClient } from './build.ts'
import { addRunningServer, removeRunningServer } from './server-database.ts'
import { forgetServer, recordServer } from './started-processes.ts'
import { emptyDataFolder, freshDataFolder } from './started-data.ts'

export interface TestServer {
  /** `http://127.0.0.1:PORT` of the process that runs now. */
  readonly url: string
  readonly pid: number
  readonly dataFolder: string
  /** Everything the server has written, for assertions on logs. */
  output(): string
  /** Ends it as a machine that loses power would; its database may live on. */
  kill9(): Promise<void>
  /** Starts it again on the same data, on a new port. */
  restart(env?: NodeJS.ProcessEnv): Promise<void>
  /** SIGTERM, waits for the end, and removes the data unless they were the caller's. Returns the exit code. */
  stop(): Promise<number | null>
}

export interface TestServerOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Data of the caller's, which stay. */
  readonly dataFolder?: string
  /** What its pages are. Default: the product's own client. */
  readonly client?: TestClient
  /** Another copy of the program. */
  readonly program?: string
  /** Path of another Node than the one that runs the tests. */
  readonly node?: string
}

const START_TIMEOUT_MS = 60_000

/** What a server has written so far, and how much of it this test file found there. */
interface Output {
  text: string
  before: number
  isComplete: boolean
}

const outputs = new Set<Output>()
const SHOWN_LINES = 5
const SHOWN_CHARS = 700

/** The last failures that the servers of this test file have written, shortened: why a page got a 500. */
export const failuresOfServers = (): string[] =>
  [...outputs].flatMap(({ text, before }) =>
    text
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"level":50') || line.includes('"level":60'))
      .slice(-SHOWN_LINES)
      .map((line) => line.slice(0, SHOWN_CHARS)),
  )

/** From now on failures are those of the next test file: its worker may have run others before it. */
export function forgetFailures(): void {
  for (const output of outputs)
    if (output.isComplete) outputs.delete(output)
    else output.before = output.text.length
}

/** Starts the built server as its own process, on a free port, with data of its own. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const root = builtPrograms(options.client)
  const program = options.program ?? join(root, 'dist/server/main.mjs')
  // Another copy of the program makes its own data, as it would where it is deployed.
  const makeFolder = options.program ? emptyDataFolder : freshDataFolder
  const dataFolder = options.dataFolder ?? makeFolder('palimpsest-test-')
  const node = options.node ?? process.execPath
  let env: NodeJS.ProcessEnv = {
    ...(options.client === 'flat' && { CLIENT_DIR: 'dist/flat' }),
    ...options.env,
  }
  const output: Output = { text: '', before: 0, isComplete: false }
  const keep = (text: string) => {
    output.text += text
  }
  outputs.add(output)
  const start = async (): Promise<Running> => {
    const { child, url } = await launch([node, program], dataFolder, env, keep)
    recordServer({ pid: child.pid!, dataFolder, isTemporary: !options.dataFolder })
    addRunningServer(url, dataFolder, env.DATABASE_URL)
    return { child, url }
  }
  let running = await start()

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const { child, url } = running
    await removeRunningServer(url)
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }

  return {
    get url() {
      return running.url
    },
    get pid() {
      return running.child.pid!
    },
    dataFolder,
    output: () => output.text,
    kill9: async () => {
      await end('SIGKILL')
    },
    restart: async (changed) => {
      await end('SIGTERM')
      forgetServer(running.child.pid!)
      env = { ...env, ...changed }
      running = await start()
    },
    stop: async () => {
      // A killed server leaves its database behind: the next one takes it over and stops it.
      if (running.child.signalCode === 'SIGKILL' && !env.DATABASE_URL) running = await start()
      const code = await end('SIGTERM')
      if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true })
      forgetServer(running.child.pid!)
      output.isComplete = true
      return code
    },
  }
}

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

async function launch(
  [node, program]: readonly [node: string, program: string],
  dataFolder: string,
  env: NodeJS.ProcessEnv,
  keep: (text: string) => void,
): Promise<Running> {
  const child = spawn(node, [program], {
    cwd: dirname(program),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataFolder,
      AUTH_RATE_LIMIT: 'off',
      TRANSFORMS_PER_HOUR: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.setEncoding('utf8').on('data', keep)
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the server did not start within ${START_TIMEOUT_MS} ms:\n${text}`))
    }, START_TIMEOUT_MS)
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      keep(chunk)
      const url = /ready at (http:\S+)/.exec(text)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve({ child, url })
    })
    child.stderr.on('data', (chunk: string) => {
      text += chunk
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${signal ?? code}:\n${text}`))
    })
  })
}
