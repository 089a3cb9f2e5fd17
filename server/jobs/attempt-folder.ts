import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes a folder of an attempt's own. What earlier attempts at the same piece of work left goes: they were killed, or no
 * longer count and may fail.
 *
 * @param work names the piece of work, without a dot: `convert-{mapId}`.
 * @returns its path
 */
export async function attemptFolder(workFolder: string, work: string, attempt: string): Promise<string> {
  await mkdir(workFolder, { recursive: true })
  for (const name of await readdir(workFolder))
    if (name.startsWith(`${work}.`)) await rm(join(workFolder, name), { recursive: true, force: true })
  const path = join(workFolder, `${work}.${attempt}`)
  await mkdir(path)
  return path
}
