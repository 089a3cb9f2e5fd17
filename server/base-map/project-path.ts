import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Path of a file of the project, from the sources and from the built programs alike: they lie at different depths, so
 * the way up to package.json is searched, not counted.
 */
export function projectPath(...segments: string[]): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`no package.json above ${import.meta.url}`)
    folder = parent
  }
  return join(folder, ...segments)
}
