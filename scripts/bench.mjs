/**
 * `npm run bench -- [name] [--json FILE] [--quick]`: runs the benches of `bench/` and prints one table. Each bench
 * measures ours and its peers side by side, round by round; see bench/bench-row.ts.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { prepare } from './prepare.mjs'

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
await prepare()
const { createRunnableDevEnvironment, resolveConfig } = await import('vite')
// Stays open while a bench runs, as "runnerImport" does not: some of what is measured is loaded only then.
const config = await resolveConfig(
  {
    configFile: false,
    envDir: false,
    environments: {
      bench: { consumer: 'server', resolve: { external: true, mainFields: [], conditions: ['node'] } },
    },
  },
  'serve',
)
const environment = createRunnableDevEnvironment('bench', config, {
  runnerOptions: { hmr: { logger: false } },
  hot: false,
})
await environment.init()

const known = readdirSync('bench')
  .filter((file) => file.endsWith('.ts') && existsSync(`bench/${file}`) && !/-|\.test\.|\.d\.ts$/.test(file))
  .map((file) => file.slice(0, -3))
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Known: ${known.join(', ')}.`)
  process.exit(2)
}

const number = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3))
const rows = []
for (const name of positionals.length > 0 ? positionals : known) {
  const bench = await environment.runner.import(`./bench/${name}.ts`)
  const measured = await bench.default({ log: (line) => console.log(line), quick: values.quick })
  rows.push(...measured.map((row) => ({ bench: name, ...row })))
}
console.table(
  rows.map((row) => ({
    case: row.case,
    unit: row.unit,
    ours: number(row.ours),
    ...Object.fromEntries(
      Object.entries(row.peers).map(([peer, value]) => [
        peer,
        `${number(value)}${row.ratios[peer] === undefined ? '' : ` (${number(row.ratios[peer])}×)`}`,
      ]),
    ),
    goal: row.goal,
    met: row.met === undefined ? '' : row.met ? 'yes' : 'NO',
  })),
)
await environment.close()
const skipped = [...new Set(rows.flatMap((row) => row.skipped ?? []))]
if (skipped.length > 0) console.log(`Skipped, not installed here: ${skipped.join(', ')}`)
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
const missed = rows.filter((row) => row.met === false)
console.log(`${rows.length - missed.length} of ${rows.length} rows meet their goal`)
