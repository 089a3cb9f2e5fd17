import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Measured {
  readonly seconds: number
  /** Largest resident set of the process, MB; 0 where /proc does not tell. */
  readonly peakMb: number
}

/** Runs a program to its end, its wall time and its peak memory. @throws Error with what it wrote when it fails */
export async function measured(command: string, args: readonly string[]): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let peakMb = 0
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))
  }, 20)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  clearInterval(timer)
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${output.slice(-500)}`)
  return { seconds: (performance.now() - startedAt) / 1000, peakMb }
}

function peakOf(pid: number): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
