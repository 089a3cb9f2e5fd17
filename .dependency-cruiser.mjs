/**
 * The rooms and who may import whom. `npm run rooms` runs it through scripts/check-rooms.mjs, which also
 * fails when almost nothing was read.
 */
const tests = '\\.test\\.tsx?$|^tests/|^bench/|^wasm-tps/tests/'

/** A rule "files in `from` may import of ours only `to`" (packages and Node are judged by other rules). */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: {
    path: '^(contract|gcp-files|lettering|cog|workers|src|server|demo|wasm-tps|scripts|bench|tests)/',
    pathNot: to,
  },
})

/** A rule "package `to` may be imported only from `from`". */
const packageOnlyIn = (name, to, from, comment) => ({
  name,
  comment,
  severity: 'error',
  from: {
    path: '^(contract|gcp-files|lettering|cog|workers|src|server|demo)/',
    pathNot: [from, tests].join('|'),
  },
  to: { path: `node_modules/${to}` },
})

/**
 * The layers of each large screen, lower ones first: each may import those before it, and none the room's root.
 */
const LAYERS = {
  editor: ['model', 'session', 'warp', 'tools', 'parts', 'panels', 'panes', 'chrome'],
  viewer: [
    'model',
    'session',
    'place-menu',
    'chips',
    'list',
    'shown',
    'timeline',
    'controls',
    'stage',
    'side-by-side',
  ],
  navigator: [
    'recorder',
    'model',
    'session',
    'parts',
    'position',
    'compass',
    'overlay',
    'keep',
    'track',
    'point',
    'measure',
    'frame',
  ],
}

const layerRules = Object.entries(LAYERS).flatMap(([room, layers]) =>
  layers.map((layer, at) => ({
    name: `${room}-${layer}-knows-no-higher-layer`,
    comment: `The order is ${layers.join(', ')}.`,
    severity: 'error',
    from: { path: `^src/${room}/${layer}/`, pathNot: tests },
    to: {
      path: `^src/${room}/(${[...layers.slice(at + 1).map((higher) => `${higher}/`), '[^/]+\\.tsx?$'].join('|')})`,
    },
  })),
)

const FEATURES =
  'landing|public-map|auth|my-maps|editor|viewer|navigator|catalogs|favourites|search|assignments|notifications|settings|help|try'

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?|^virtual:|^(geojson|topojson-specification)$' },
    },
    only(
      'contract-is-a-leaf',
      '^contract/',
      '^contract/',
      'Client and server agree on it, so it may know neither.',
    ),
    only(
      'gcp-files-are-a-leaf',
      '^gcp-files/',
      '^(gcp-files|contract)/',
      'Reading and writing of texts, for client and server alike.',
    ),
    only(
      'lettering-is-a-leaf',
      '^lettering/',
      '^lettering/',
      'Words of a scan and what they say about its place: for browser and server alike.',
    ),
    only(
      'cog-is-pure',
      '^cog/',
      '^(cog|contract|gcp-files|wasm-tps/pkg)/',
      'The published file is laid out for server, command line and browser alike.',
    ),
    {
      name: 'cog-runs-anywhere',
      comment: 'Decoding, encoding, files and threads are handed to it.',
      severity: 'error',
      from: { path: '^cog/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'cog-file-knows-no-warp',
      severity: 'error',
      from: { path: '^cog/file/', pathNot: tests },
      to: { path: '^cog/warp/' },
    },
    packageOnlyIn(
      'projections-only-in-gcp-files',
      'proj4/',
      '^gcp-files/',
      'The contract carries no library of projections.',
    ),
    only('geometry-is-a-leaf', '^src/geometry/', '^(src/geometry|contract)/', 'Pure maths on typed arrays.'),
    only(
      'workers-know-no-client',
      '^workers/',
      '^(workers|contract|gcp-files|cog|wasm-tps/pkg)/',
      'Workers serve the client, not the reverse.',
    ),
    only(
      'client-imports',
      '^src/',
      '^src/|^contract/|^gcp-files/|^workers/.*-(client|api)\\.ts$',
      'From workers the client sees only their clients and the shapes of their calls.',
    ),
    {
      name: 'features-are-strangers',
      comment:
        'Features share device, server-choice, queries, geometry, kept, drafts, map-record, map-search, places, map, warp, ui, session and api, never one another.',
      severity: 'error',
      from: { path: `^src/(${FEATURES})/` },
      to: { path: `^src/(${FEATURES})/`, pathNot: '^src/$1/' },
    },
    ...layerRules,
    {
      name: 'shared-rooms-know-no-feature',
      severity: 'error',
      from: {
        path: '^src/(device|server-choice|queries|kept|drafts|map-record|map-search|places|map|warp|ui|session|api)/',
      },
      to: { path: `^src/(app|${FEATURES})/` },
    },
    {
      name: 'panes-hold-no-warp',
      comment: 'Panes take props and give events: whoever edits a warp holds its session.',
      severity: 'error',
      from: { path: '^src/map/' },
      to: { path: '^workers/warp/warp-client\\.ts$' },
    },
    only(
      'map-search-knows-no-card',
      '^src/map-search/',
      '^src/(map-search|geometry|queries)/|^contract/',
      'What a list is narrowed by is apart from how its maps are shown.',
    ),
    only(
      'device-is-a-leaf',
      '^src/device/',
      '^src/device/',
      'What the device can do knows nothing of what it is wanted for.',
    ),
    only('ui-is-domain-free', '^src/ui/', '^src/ui/', 'Base components know nothing of maps.'),
    only(
      'server-imports',
      '^server/',
      '^server/|^contract/|^gcp-files/|^lettering/|^cog/|^wasm-tps/pkg/',
      'The server knows no client.',
    ),
    only(
      'world-is-a-leaf',
      '^server/world/',
      '^server/(world/|project-path\\.ts$|fold-text\\.ts$)',
      'Data of the world, shared by base map, place search and the drawn map.',
    ),
    only(
      'outside-is-a-leaf',
      '^server/outside/',
      '^server/outside/',
      'The one way to what others serve knows nothing of what it is wanted for.',
    ),
    only(
      'interop-is-pure',
      '^server/interop/',
      '^(server/interop|contract|gcp-files)/',
      'What other programs read is made of values alone: no rows, no files, no pixels.',
    ),
    only(
      'demo-is-a-client-of-an-instance',
      '^demo/',
      '^(demo|contract|gcp-files)/|^server/(world/|project-path\\.ts$)',
      'The drawn map comes into an instance by its API alone.',
    ),
    {
      name: 'routes-call-services',
      severity: 'error',
      from: { path: '^server/routes/' },
      to: { path: '^server/(jobs|raster|storage)/' },
    },
    {
      name: 'services-do-not-know-routes',
      severity: 'error',
      from: { path: '^server/services/' },
      to: { path: '^server/(routes|plugins|jobs)/' },
    },
    {
      name: 'db-knows-no-one',
      severity: 'error',
      from: { path: '^server/db/' },
      to: { path: '^server/(routes|plugins|services|jobs|raster)/' },
    },
    {
      name: 'scan-knows-no-warp',
      comment: 'A stranger’s file is read apart from the warp; they meet in the pyramid alone.',
      severity: 'error',
      from: { path: '^server/raster/scan/', pathNot: tests },
      to: { path: '^server/raster/(warp|cog)/' },
    },
    {
      name: 'warp-knows-no-scan',
      severity: 'error',
      from: { path: '^server/raster/warp/', pathNot: tests },
      to: { path: '^server/raster/scan/' },
    },
    {
      name: 'cog-and-tiff-know-no-work',
      severity: 'error',
      from: { path: '^server/raster/(cog|tiff)/', pathNot: tests },
      to: { path: '^server/raster/(warp|scan)/' },
    },
    {
      name: 'raster-knows-no-service',
      severity: 'error',
      from: { path: '^server/raster/' },
      to: { path: '^server/(routes|plugins|services|jobs|db)/' },
    },
    packageOnlyIn(
      'maps-only-in-src-map',
      '(maplibre-gl|deck\\.gl|@deck\\.gl)/',
      '^src/map/',
      'One room draws maps.',
    ),
    packageOnlyIn('sql-only-in-db', '(drizzle-orm|pg)/', '^server/db/', 'One room speaks SQL.'),
    packageOnlyIn('mail-only-in-server-mail', 'nodemailer/', '^server/mail/', 'One room speaks SMTP.'),
    packageOnlyIn(
      'sharp-only-in-raster',
      'sharp/',
      '^server/raster/|^demo/draw-svg\\.ts$',
      'One room decodes images; the demo draws its own.',
    ),
    packageOnlyIn(
      'capacitor-only-in-src-device',
      '(@capacitor|@capacitor-community)/',
      '^src/device/native-',
      'One room knows the native wrapper.',
    ),
    {
      name: 'plugins-come-by-the-wrapper',
      comment: 'The web downloads nothing of the wrapper: only what starts in it takes its plugins.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/device/native-', '^src/app/wrapper/', tests].join('|') },
      to: { path: '^src/device/native-' },
    },
    packageOnlyIn(
      'models-only-in-lettering',
      'onnxruntime-web/',
      '^lettering/read/text-models\\.ts$',
      'One file runs models, in a worker of its own.',
    ),
    packageOnlyIn('s3-only-in-storage', '@aws-sdk/', '^server/storage/', 'One room writes files.'),
    {
      name: 'kernel-imports',
      comment: 'The kernel is reached through workers, the raster room, and what is pure of it.',
      severity: 'error',
      from: {
        path: '^(src|server|workers|contract|gcp-files|lettering|cog|demo)/',
        pathNot: ['^workers/(warp|local)/', '^server/raster/', '^cog/', tests].join('|'),
      },
      to: { path: '^wasm-tps/' },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^(contract|gcp-files|lettering|cog|workers|src|server|demo)/', pathNot: tests },
      to: { path: tests },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|target)/|\\.mjs$' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.rooms.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
