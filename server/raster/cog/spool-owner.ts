import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

/** Name of the file in a spool's folder that holds the id of the process that writes there. */
export const OWNER_FILE = 'owner'
const LOOK_EVERY_MS = 20
/** A process whose program was killed ends by itself at once; what is longer there has only got the same id. */
const WAIT_AT_MOST_MS = 10_000

/**
 * Waits until the process that wrote to a spool before has ended: when its program is killed it lives a little longer, and
 * what it still writes must not fall into the next attempt's files.
 */
export async function untilOwnerEnded(folder: string): Promise<void> {
  const owner = Number(await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => ''))
  if (!Number.isInteger(owner) || owner <= 0 || owner === process.pid) return
  for (let waited = 0; waited < WAIT_AT_MOST_MS && (await isRunning(owner)); waited += LOOK_EVERY_MS)
    await pause(LOOK_EVERY_MS)
}

/** Notes this process as the one that writes to a spool. */
export async function ownSpool(folder: string): Promise<void> {
  await writeFile(join(folder, OWNER_FILE), String(process.pid))
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    // It is gone; a process of someone else (EPERM) is not the one that wrote here.
    return false
  }
  // What has ended but was not collected by its parent has no command line any more (Linux).
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  return command !== ''
}
