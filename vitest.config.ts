import { randomInt } from 'node:crypto'
import process from 'node:process'
import { defineConfig } from 'vitest/config'

// Properties are tried on the same examples in each run; the long form tries others, and prints how to repeat them.
if (process.env.LONG && !process.env.PROPERTY_SEED) {
  process.env.PROPERTY_SEED = String(randomInt(2 ** 31))
  console.log(`Seed of the properties: PROPERTY_SEED=${process.env.PROPERTY_SEED}`)
}

/** Units that share state within a process: the kernel's memory, processes they start, or a database. */
const APART = [
  'wasm-tps/tests/**/*.test.ts',
  'workers/{match,warp}/**/*.test.ts',
  'server/{jobs,db/embedded,raster/warp}/**/*.test.ts',
  'cog/warp/**/*.test.ts',
]

const units = {
  environment: 'node',
  setupFiles: ['tests/support/property-seed.ts'] as string[],
  hookTimeout: 60_000,
  // By itself it leaves a core of two idle.
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
} as const

/** Whole-product tests that fill the machine's files or disks, or measure time: nothing runs beside them. */
const ALONE = [
  'tests/faults/{disk-full,fsync,open-files}.test.ts',
  'tests/hostile/slow-connections.test.ts',
  // Only the long form compares times.
  ...(process.env.LONG ? ['tests/hostile/equal-answers.test.ts'] : []),
]

/** Whole-product tests that call the server's raster code themselves, which blocks loaders of libvips in their process. */
const WHOLE_APART = [
  'tests/golden/**/*.test.ts',
  'tests/faults/{decoder-child,fit-thread,unpacked-scan,warp}.test.ts',
  'tests/hostile/{bad-images,carried-points,mutated-images}.test.ts',
]

const whole = {
  environment: 'node',
  globalSetup: ['tests/support/keep-started-data.ts'] as string[],
  setupFiles: ['tests/support/tell-failures.ts', 'tests/support/compare-bytes.ts'] as string[],
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Two files run at once, each with a browser that draws without a GPU: what is right within a second alone is not then.
  expect: { poll: { timeout: 20_000, interval: 100 } },
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...units,
          name: 'units',
          include: ['{contract,gcp-files,lettering,cog,workers,src,server,demo,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...APART, 'src/**/*.dom.test.tsx'],
          pool: 'threads',
          // Each module is loaded once for all files of a thread, which is a third of the work.
          isolate: false,
          testTimeout: 10_000,
        },
      },
      {
        test: {
          ...units,
          name: 'units-apart',
          include: APART,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'components',
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost/' } },
          include: ['{src,tests/components}/**/*.dom.test.tsx'],
          setupFiles: ['tests/components/setup.ts'],
          testTimeout: 30_000,
          // The client is loaded once for all files of a thread; `closeApp` empties what it keeps between tests.
          isolate: false,
          pool: 'threads',
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...whole,
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          exclude: [...ALONE, ...WHOLE_APART],
          // Modules, the browser and the shared server serve all files of a worker, one after another.
          isolate: false,
          // A third browser would only take the memory of the two.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...whole,
          name: 'whole-apart',
          include: WHOLE_APART,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...whole,
          name: 'alone',
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
