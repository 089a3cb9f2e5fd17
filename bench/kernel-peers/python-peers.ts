import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('./python_peers.py', import.meta.url))

export type PythonPeerName = 'scipy' | 'gdal'

/** A Python process that holds one peer; see python_peers.py for its commands. */
export class PythonPeer {
  private readonly answers: AsyncIterator<string>
  private readonly child: ChildProcessWithoutNullStreams
  /** What the peer says of its release. */
  readonly version: string

  private constructor(
    child: ChildProcessWithoutNullStreams,
    version: string,
    answers: AsyncIterator<string>,
  ) {
    this.child = child
    this.version = version
    this.answers = answers
  }

  /** The peer in the first Python that has it (`KERNEL_PYTHON`, then those of the system), or undefined. */
  static async start(name: PythonPeerName): Promise<PythonPeer | undefined> {
    const module = name === 'gdal' ? 'osgeo' : 'scipy'
    const candidates = [process.env['KERNEL_PYTHON'], 'python3', '/usr/bin/python3']
    for (const python of candidates.filter((candidate) => candidate !== undefined)) {
      if (spawnSync(python, ['-c', `import numpy, ${module}`]).status !== 0) continue
      const child = spawn(python, [SCRIPT])
      child.stderr.resume()
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      child.stdin.write(`${JSON.stringify({ cmd: 'peers' })}\n`)
      const { value } = await answers.next()
      return new PythonPeer(
        child,
        (JSON.parse(value as string) as Record<string, string>)[name] ?? '',
        answers,
      )
    }
    return undefined
  }

  async send(command: object): Promise<{ ms: number; values?: number[] }> {
    this.child.stdin.write(`${JSON.stringify(command)}\n`)
    const { value, done } = await this.answers.next()
    if (done === true) throw new Error(`the peer ended at ${JSON.stringify(command).slice(0, 80)}`)
    return JSON.parse(value) as { ms: number; values?: number[] }
  }

  stop(): void {
    this.child.stdin.end()
  }
}
