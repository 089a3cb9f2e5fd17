import { defineConfig } from 'vitest/config'

/** Whole-product tests that measure time or memory, or watch every process of the machine: nothing runs beside them. */
const ALONE = [
  'tests/api/operation.test.ts',
  'tests/faults/{decoder-child,disk-full,fsync,kill9,large-upload,open-files,warp}.test.ts',
  'tests/golden/convert-scan.test.ts',
  'tests/hostile/{equal-answers,slow-connections,transform-bodies}.test.ts',
  'tests/operation/{deployment,drain}.test.ts',
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
          name: 'units',
          environment: 'node',
          include: [
            '{contract,gcp-files,workers,src,server,demo,scripts}/**/*.test.{ts,tsx}',
            'wasm-tps/tests/**/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // By itself it leaves a core of two idle.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...whole,
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          exclude: ALONE,
          // Each file has a server of its own; a third browser would only take the memory of the two.
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
