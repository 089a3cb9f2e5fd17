import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of package.json. Sources and the built programs in `dist/server` (and its chunks) lie at different depths,
 * so the way up is searched, not counted.
 */
function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`no package.json above ${import.meta.url}`)
    folder = parent
  }
  return folder
}

const ROOT = findProjectRoot()

/** Path of a file of the project, wherever this code runs from. */
export function projectPath(...segments: string[]): string {
  return join(ROOT, ...segments)
}

/** Path of a built program; Node 20 starts no thread or process from a `.ts` file. */
export function builtProgram(
  name:
    | 'decoder-child'
    | 'fit-thread'
    | 'proposing-thread'
    | 'reading-thread'
    | 'resample-thread'
    | 'warp-child'
    | 'warp-thread',
): string {
  const path = projectPath('dist', 'server', `${name}.mjs`)
  if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build"`)
  return path
}
