import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a file written under a temporary name appear whole under its final one: fsync, rename, fsync of the folder. */
export async function publishFile(temporaryPath: string, finalPath: string): Promise<void> {
  await syncPath(temporaryPath)
  await mkdir(dirname(finalPath), { recursive: true })
  await rename(temporaryPath, finalPath)
  await syncPath(dirname(finalPath))
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
