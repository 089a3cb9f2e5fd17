import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'

/**
 * One build configuration for two programs: `vite build` makes the client in dist/client, `vite build --ssr` the
 * server programs in dist/server (native packages stay external; Node 20 cannot start a worker from a .ts file).
 */
const SERVER_PROGRAMS = {
  main: 'server/main.ts',
  worker: 'server/worker-main.ts',
  'warp-child': 'server/raster/warp/warp-child.ts',
  'warp-thread': 'server/raster/warp/warp-thread.ts',
  'fit-thread': 'server/raster/warp/fit-thread.ts',
  'decoder-child': 'server/raster/scan/decoder-child.ts',
  'warp-command': 'server/cli/warp-command.ts',
  demo: 'demo/demo.ts',
  'check-data': 'server/cli/check-data.ts',
  announce: 'server/cli/announce.ts',
  backup: 'server/cli/backup.ts',
  restore: 'server/cli/restore.ts',
  'base-map-tiles': 'server/base-map/build-tiles.ts',
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [react(), wasm()],
  worker: { format: 'es', plugins: () => [wasm()] },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/locales': 'http://127.0.0.1:8080' } },
  build: isSsrBuild
    ? {
        ssr: true,
        copyPublicDir: false,
        outDir: 'dist/server',
        target: 'node20',
        // Nobody downloads it.
        chunkSizeWarningLimit: 20_000,
        sourcemap: true,
        rolldownOptions: {
          input: SERVER_PROGRAMS,
          output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
        },
      }
    : { outDir: 'dist/client', target: 'es2022', sourcemap: 'hidden', chunkSizeWarningLimit: 8000 },
}))
