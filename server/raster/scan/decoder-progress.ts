import type { ChildProcess } from 'node:child_process'
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

const LOOK_MS = 200

export interface DecoderWatch {
  /** Fulfilled when nothing moved for `stallMs`. */
  readonly stalled: Promise<void>
  stop(): void
}

/**
 * Watches a decoder child from outside, as libvips tells nothing while it works: how far it has read the scan (Linux,
 * `/proc/PID/fdinfo`) and how its files grow. Movement of either is life; the share read is the percentage, or where
 * that cannot be seen, an estimate from the bytes written.
 */
export function watchDecoder(
  child: ChildProcess,
  options: {
    readonly scanPath: string
    readonly partial: string
    readonly stallMs: number
    readonly onProgress?: (percent: number) => void
  },
): DecoderWatch {
  const { promise: stalled, resolve: reportStall } = deferred()
  let percent = 0
  let lastSeen = ''
  let movedAt = Date.now()
  let stopped = false
  // The system names what is open by its real path, and the data folder may be a link to another disk.
  const opened = realpath(options.scanPath).catch(() => options.scanPath)
  const look = async (): Promise<void> => {
    const [size, position, written] = await Promise.all([
      fileSize(options.scanPath),
      readPosition(child.pid, await opened),
      bytesBelow(options.partial),
    ])
    if (stopped) return
    const seen = `${position}/${written}`
    if (seen !== lastSeen) movedAt = Date.now()
    lastSeen = seen
    const share = position === undefined ? written / (written + size) : position / Math.max(size, 1)
    const next = Math.min(95, Math.floor(share * 95))
    if (next > percent) {
      percent = next
      options.onProgress?.(percent)
    }
    if (Date.now() - movedAt > options.stallMs) reportStall()
  }
  const timer = setInterval(() => void look().catch(reportStall), LOOK_MS)
  return {
    stalled,
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

/** Furthest position of the child's descriptors of the scan; undefined where it cannot be seen. */
async function readPosition(pid: number | undefined, scanPath: string): Promise<number | undefined> {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  try {
    const numbers = await readdir(`/proc/${pid}/fd`)
    const positions = await Promise.all(
      numbers.map(async (number) => {
        if ((await readlink(`/proc/${pid}/fd/${number}`)) !== scanPath) return undefined
        const info = await readFile(`/proc/${pid}/fdinfo/${number}`, 'utf8')
        return Number(/^pos:\s+(\d+)/m.exec(info)?.[1])
      }),
    )
    const known = positions.filter((position) => position !== undefined)
    return known.length > 0 ? Math.max(...known) : undefined
  } catch {
    return undefined
  }
}

async function bytesBelow(folder: string): Promise<number> {
  try {
    const names = await readdir(folder)
    const sizes = await Promise.all(names.map((name) => fileSize(join(folder, name))))
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return 0
  }
}
