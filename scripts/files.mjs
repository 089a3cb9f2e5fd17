import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files below `paths` (files or folders, relative to the working folder) whose path matches, sorted. */
export function globSync(paths, pattern = /./) {
  const found = []
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isFile()) {
      if (pattern.test(path)) found.push(path)
      return
    }
    for (const name of readdirSync(path))
      if (name !== 'node_modules' && name !== 'target') visit(join(path, name))
  }
  paths.forEach(visit)
  return found.sort()
}

/** SHA-256 over the names and contents of the files below `paths`; the same on every machine. */
export function contentHash(paths, pattern = /./) {
  const hash = createHash('sha256')
  for (const file of globSync(paths, pattern))
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
