import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runDecoderChild } from './decoder-process.ts'
import { UNPACKED_FILE, type UnpackedScan, type UnpackScanOptions } from './unpacked-scan.ts'

/** What is written beside the pixels once they are whole. */
interface Unpacked {
  readonly identity: string
  /** The run of the machine in which they were written: what was not synced is not trusted in another. */
  readonly boot: string
  readonly scan: UnpackedScan
}

const NOTE = 'source.json'

/**
 * Lays a scan's own pixels out for the warp, as the conversion shows them (upright, 8-bit sRGB) but without loss: tiles
 * without compression, so that a warp of any size takes only those that it needs. Decoded in a child process with the
 * limits of a conversion. Whoever asked removes the folder.
 *
 * @throws RasterError as `convertScan`; `diskFull` with the figure before anything is written. A failure leaves nothing.
 */
export async function unpackScan(options: UnpackScanOptions): Promise<UnpackedScan> {
  const { folder, identity, keptFreeBytes = 0, ...rest } = options
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const scan = await runDecoderChild({ ...rest, outFolder: folder }, 'unpack', [UNPACKED_FILE], {
    keptFreeBytes,
  })
  const note: Unpacked = { identity, boot: await bootId(), scan }
  await writeFile(join(folder, NOTE), JSON.stringify(note))
  return scan
}

/** What an earlier, interrupted run has unpacked of the same scan since the machine was started; undefined: nothing whole. */
export async function findUnpacked(folder: string, identity: string): Promise<UnpackedScan | undefined> {
  const text = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const note = JSON.parse(text) as Unpacked
    return note.identity === identity && note.boot === (await bootId()) ? note.scan : undefined
  } catch {
    // Cut off in the middle of the note.
    return undefined
  }
}

/** Names the run of the machine; where the system tells of none, every call's is another. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => randomUUID())
}
