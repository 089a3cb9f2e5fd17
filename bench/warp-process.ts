import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Measured {
  readonly seconds: number
  /**
   * The most that the process and those it started used at one time, MB: of those alive at a moment the largest resident
   * sets so far are added, so that nothing between two looks is missed. 0 where /proc does not tell.
   */
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
    const used = treeOf(child.pid ?? 0).reduce((sum, pid) => sum + peakOf(pid), 0)
    peakMb = Math.max(peakMb, used)
  }, 20)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  clearInterval(timer)
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${output.slice(-500)}`)
  return { seconds: (performance.now() - startedAt) / 1000, peakMb }
}

/** A process and all that descend from it. */
function treeOf(pid: number): number[] {
  const children = (parent: number): number[] => {
    try {
      const list = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
      return list.split(' ').filter(Boolean).map(Number)
    } catch {
      return []
    }
  }
  return [pid, ...children(pid).flatMap(treeOf)]
}

function peakOf(pid: number): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}
