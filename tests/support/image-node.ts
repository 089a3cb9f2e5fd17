import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The release of Node that the image runs on; its major version stands in the Dockerfile. */
export const IMAGE_NODE = '24.21.0'

const FOLDER = fileURLToPath(new URL(`../../node_modules/.cache/node-${IMAGE_NODE}`, import.meta.url))

/**
 * Path of that Node. Where it is not here yet, npm fetches it into a folder of its own: as a dependency of the project
 * it would lie among the programs that npm's scripts find first, and run them all. Undefined where npm has it not.
 */
export function imageNode(): string | undefined {
  const name = `node-${process.platform}-${process.arch}`
  const program = join(FOLDER, 'node_modules', name, 'bin/node')
  if (!existsSync(program)) {
    mkdirSync(FOLDER, { recursive: true })
    const wanted = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${IMAGE_NODE}`]
    spawnSync('npm', ['install', '--prefix', FOLDER, ...wanted], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const told = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return told.stdout?.trim() === `v${IMAGE_NODE}` ? program : undefined
}
