import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'units',
          environment: 'node',
          include: [
            '{contract,workers,src,server,scripts}/**/*.test.{ts,tsx}',
            'wasm-tps/tests/**/*.test.ts',
          ],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'whole',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
