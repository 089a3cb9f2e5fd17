import { constants } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Forces a folder's entries to stable storage, so that a renamed file is found again after a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes a folder and forces each new level of it to stable storage. */
export async function makeFolderDurably(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true })
  if (firstMade === undefined) return
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === firstMade || made === dirname(made)) return
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs a finished file, gives it its final name and syncs the folder. On another disk it is copied first. */
export async function publishDurably(finished: string, target: string): Promise<void> {
  await makeFolderDurably(dirname(target))
  await syncFile(finished)
  try {
    await rename(finished, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const beside = `${target}.part`
    try {
      await copyFile(finished, beside)
      await syncFile(beside)
      await rename(beside, target)
    } catch (failure) {
      await rm(beside, { force: true })
      throw failure
    }
    await rm(finished, { force: true })
  }
  await syncFolder(dirname(target))
}
