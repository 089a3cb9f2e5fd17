import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import process from 'node:process'

const root = fileURLToPath(new URL('../../', import.meta.url))
const isPrepared = process.env.PALIMPSEST_PREPARED === '1'
const ready = { built: isPrepared, flat: isPrepared }

/** Which client a test's pages are: the product's own, or the one whose panes draw nothing (tests/flat). */
export type TestClient = 'built' | 'flat'

/** Makes sure that the programs in dist are those of the sources; whoever has built them says so in the environment. */
export function builtPrograms(client: TestClient = 'built'): string {
  if (ready[client]) return root
  const code = `import('./scripts/prepare.mjs').then((m) => m.prepare({ flat: ${client === 'flat'} }))`
  const { status } = spawnSync(process.execPath, ['-e', code], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('the programs could not be built')
  ready.built = true
  ready[client] = true
  return root
}
