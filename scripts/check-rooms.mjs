/**
 * Checks the code against the import rules of .dependency-cruiser.mjs, and that no folders of the editor import each
 * other. A reader that silently reads nothing would pass every rule, so the number of modules read is compared with the
 * number of source files on disk.
 */
import { globSync } from './files.mjs'
import { foldersBothWays } from './folder-imports.mjs'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { fileURLToPath } from 'node:url'
import process from 'node:process'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const ROOMS = ['contract', 'gcp-files', 'lettering', 'cog', 'workers', 'src', 'server', 'demo']
const sources = globSync(ROOMS, /\.tsx?$/)
const { options, ...ruleSet } = await extractConfig('./.dependency-cruiser.mjs')
const { output } = await cruise(
  ROOMS,
  { ...options, ruleSet, validate: true, outputType: 'json' },
  undefined,
  { tsConfig: extractTsConfig(options.tsConfig.fileName) },
)
const result = typeof output === 'string' ? JSON.parse(output) : output

const read = new Set(
  result.modules.filter((module) => !module.couldNotResolve).map((module) => module.source),
)
const missed = sources.filter((file) => !read.has(file))
const bothWays = foldersBothWays(result.modules, /^src\/editor\//)
const arrows = result.modules.reduce((sum, module) => sum + module.dependencies.length, 0)

for (const { from, to, rule } of result.summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
for (const [one, other] of bothWays) console.error(`folders that import each other: ${one} ↔ ${other}`)
if (missed.length > 0)
  console.error(`not read: ${missed.slice(0, 5).join(', ')} (${missed.length} of ${sources.length})`)
if (arrows < sources.length) console.error(`only ${arrows} imports were seen in ${sources.length} files`)
const bad =
  result.summary.violations.length + bothWays.length + missed.length + (arrows < sources.length ? 1 : 0)
console.log(
  `rooms: ${sources.length} files, ${arrows} imports, ${result.summary.violations.length} against the rules`,
)
process.exit(bad === 0 ? 0 : 1)
