import { mkdir, statfs } from 'node:fs/promises'
import { StorageError } from './map-files.ts'

/** @throws StorageError `full` where the disk of a folder has fewer than this many bytes free */
export async function requireFreeDisk(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes)
    throw new StorageError('full', `${bytes} bytes are needed, ${bavail * bsize} are free`)
}
