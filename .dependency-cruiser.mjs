/**
 * The rooms and their doors: who may import whom. `npm run rooms` runs it through scripts/check-rooms.mjs, which also
 * fails when almost nothing was read.
 */
const tests = '\\.test\\.tsx?$|^tests/|^bench/|^wasm-tps/tests/'

/** A rule "files in `from` may import of ours only `to`" (packages and Node are judged by other rules). */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^(contract|workers|src|server|wasm-tps|scripts|bench|tests)/', pathNot: to },
})

/** A rule "package `to` may be imported only from `from`". */
const packageOnlyIn = (name, to, from, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^(contract|workers|src|server)/', pathNot: [from, tests].join('|') },
  to: { path: `node_modules/${to}` },
})

const FEATURES = 'landing|auth|maps|editor|viewer|navigator|catalogs|assignments|notifications|settings'

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
    only('geometry-is-a-leaf', '^workers/geometry/', '^workers/geometry/', 'Pure maths on typed arrays.'),
    only(
      'workers-know-no-client',
      '^workers/',
      '^(workers|contract|wasm-tps/pkg)/',
      'Workers serve the client, not the reverse.',
    ),
    only(
      'client-doors',
      '^src/',
      '^src/|^contract/|^workers/geometry/|^workers/.*-(client|api)\\.ts$',
      'From workers the client sees only the doors and pure geometry.',
    ),
    {
      name: 'features-are-strangers',
      comment: 'Features share map-record, places, map, ui, session and api, never one another.',
      severity: 'error',
      from: { path: `^src/(${FEATURES})/` },
      to: { path: `^src/(${FEATURES})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'shared-rooms-know-no-feature',
      severity: 'error',
      from: { path: '^src/(map-record|places|map|ui|session|api)/' },
      to: { path: `^src/(app|${FEATURES})/` },
    },
    only('ui-is-domain-free', '^src/ui/', '^src/ui/', 'Base components know nothing of maps.'),
    only(
      'server-doors',
      '^server/',
      '^server/|^contract/|^workers/geometry/|^wasm-tps/pkg/',
      'The server knows no client.',
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
    packageOnlyIn('sharp-only-in-raster', 'sharp/', '^server/raster/', 'One room decodes images.'),
    packageOnlyIn('s3-only-in-storage', '@aws-sdk/', '^server/storage/', 'One room writes files.'),
    {
      name: 'kernel-doors',
      comment: 'The kernel is reached through the warp worker and the raster room.',
      severity: 'error',
      from: {
        path: '^(src|server|workers|contract)/',
        pathNot: ['^workers/warp/', '^server/raster/', tests].join('|'),
      },
      to: { path: '^wasm-tps/' },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^(contract|workers|src|server)/', pathNot: tests },
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
