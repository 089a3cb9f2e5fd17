import { open } from 'node:fs/promises'
import { scanDigest } from '../../contract/scan-digest.ts'
import { saveScanDigest, undigestedScans } from '../db/queries/scan-digests.ts'
import { StorageError } from '../storage/map-files.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'

const AT_ONCE = 50

/**
 * Digests scans that an earlier release has read, so that they too are known by their content. One after another, each
 * saved before the next; what cannot be read now is tried again at the next start.
 */
export function digestScansTask({ db, files }: Pick<JobDeps, 'db' | 'files'>): Task {
  return async (_payload, { signal }) => {
    for (let after: string | undefined; ;) {
      const scans = await undigestedScans(db, after, AT_ONCE)
      if (scans.length === 0) return
      for (const scan of scans) {
        signal.throwIfAborted()
        try {
          const copy = await files.localCopy(scan.originalKey, signal)
          try {
            await saveScanDigest(db, scan, await digestOf(copy.path, signal))
          } finally {
            await copy.release()
          }
        } catch (error) {
          if (!(error instanceof StorageError && error.code === 'missing')) throw error
        }
        after = scan.id
      }
    }
  }
}

/** What tells a file's content from any other's. */
export async function digestOf(path: string, signal: AbortSignal | undefined): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await scanDigest(size, async (from, to) => {
      signal?.throwIfAborted()
      const block = new Uint8Array(to - from)
      const { bytesRead } = await file.read(block, 0, block.length, from)
      return block.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}
