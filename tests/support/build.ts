import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import process from 'node:process'

const root = fileURLToPath(new URL('../../', import.meta.url))
let isReady = process.env.PALIMPSEST_PREPARED === '1'

/** Makes sure that the programs in dist are those of the sources; whoever has built them says so in the environment. */
export function builtPrograms(): string {
  if (!isReady) {
    const code = "import('./scripts/prepare.mjs').then((m) => m.prepare())"
    const { status } = spawnSync(process.execPath, ['-e', code], { cwd: root, stdio: 'inherit' })
    if (status !== 0) throw new Error('the programs could not be built')
    isReady = true
  }
  return root
}
