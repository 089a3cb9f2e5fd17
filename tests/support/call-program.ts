import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { builtPrograms } from './build.ts'
import type { Ended } from './program.ts'

/**
 * Loads a program for each message, anew, with the arguments and the environment of the message, and answers with what
 * the program has written once nothing of it is left to do: where a process of its own would end.
 */
const HOST = `
const written = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'])
  process[name].write = (text) => { written[name] += text; return true }
const environment = { ...process.env }
let calls = 0
let isRunning = false
process.on('message', async ({ program, args, env }) => {
  isRunning = true
  Object.assign(written, { stdout: '', stderr: '' })
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment, env)
  process.argv = [process.execPath, program, ...args]
  process.exitCode = undefined
  process.channel.unref()
  await import(program + '?' + (calls += 1))
})
process.on('beforeExit', (code) => {
  if (!isRunning) return
  isRunning = false
  process.channel.ref()
  process.send({ code, ...written })
})
`

let host: ChildProcess | undefined

function startHost(): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOST], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // It ends with the process of the tests, which it does not keep from ending.
  child.unref()
  child.channel?.unref()
  return child
}

/**
 * Runs one of the built programs as `runProgram` does, but in one process for all runs of a worker: starting one and
 * loading the program costs ten times what the programs do. One run at a time. Where the process itself is the subject
 * (its signals, its end), and once for each program: `runProgram`.
 */
export async function callProgram(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  const child = host?.connected ? host : (host = startHost())
  const program = pathToFileURL(join(builtPrograms(), `dist/server/${name}.mjs`)).href
  child.channel?.ref()
  try {
    return await new Promise<Ended>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${name} has ended its process with ${code}`))
      child.once('exit', ended)
      child.once('message', (answer) => {
        child.off('exit', ended)
        resolve(answer as Ended)
      })
      child.send({ program, args, env })
    })
  } finally {
    child.channel?.unref()
  }
}
