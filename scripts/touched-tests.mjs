/** Which tests a change asks for before it is committed. */

/** A change here may be felt in any unit: calls and rules that all share, texts, and how all are run. */
const FELT_EVERYWHERE =
  /^(?:contract\/|locales\/|package(?:-lock)?\.json$|vitest?\.config\.ts$|tsconfig[^/]*\.json$|wasm-tps\/pkg\/)/

/** Sources of what a user sees, and the browser tests of it. The first part of a test's name says what it is about. */
const SCREENS = [
  { sources: /^src\/editor\//, tests: /\/(?:editor|drag)-/ },
  { sources: /^src\/drafts\//, tests: /\/editor-(?:drafts|published-draft|session)\b/ },
  { sources: /^src\/viewer\//, tests: /\/viewer-/ },
  { sources: /^src\/navigator\//, tests: /\/navigator-/ },
  { sources: /^(?:src\/try|workers\/local)\//, tests: /\/(?:try-|local-conversion)/ },
  {
    sources: /^src\/(?:map|warp|geometry)\//,
    tests: /\/(?:overlay|scan-pane|pane-tools|base-layers|drag-|picture-tiles)/,
  },
  { sources: /^src\/my-maps\//, tests: /\/(?:upload|map-cards|many-maps|trash|dialogs)/ },
  { sources: /^src\/catalogs\//, tests: /\/(?:[a-z-]+-)?catalogs?[.-]/ },
  {
    sources: /^src\/(?:assignments|notifications)\//,
    tests: /\/(?:claims|follows|editor-assignments|discussion)/,
  },
  { sources: /^src\/(?:auth|session)\//, tests: /\/(?:session|new-password)/ },
  { sources: /^src\/(?:settings|server-choice|device)\//, tests: /\/(?:settings|native-app)/ },
  { sources: /^src\/(?:landing|public-map)\//, tests: /\/(?:landing|public-page|public-catalog)/ },
  {
    sources: /^src\/(?:search|map-search|places|favourites|map-record)\//,
    tests: /\/(?:search|quick-view|map-history)/,
  },
  {
    sources: /^src\/(?:app|help|ui|api|queries|kept)\//,
    tests: /\/(?:shell|accessibility|server-away|main-job)/,
  },
]

/**
 * What to run for a change.
 *
 * @param changed - paths that differ from the last commit
 * @param testFiles - paths of all browser tests
 * @returns `areAllUnits`: whether the module graph is not enough to tell which units are touched; `screens`: browser tests
 *   of the touched features, and those that were changed themselves
 */
export function touchedTests(changed, testFiles) {
  const wanted = SCREENS.filter(({ sources }) => changed.some((path) => sources.test(path)))
  return {
    areAllUnits: changed.some((path) => FELT_EVERYWHERE.test(path)),
    screens: testFiles.filter(
      (file) => changed.includes(file) || wanted.some(({ tests }) => tests.test(file)),
    ),
  }
}

/** Kinds of sources that have no browser test, and those that no kind covers: both show that the table is out of date. */
export function faultsOfTable(rooms, testFiles) {
  const empty = SCREENS.filter(({ tests }) => !testFiles.some((file) => tests.test(file)))
  const uncovered = rooms.filter((room) => !SCREENS.some(({ sources }) => sources.test(`${room}/`)))
  return [
    ...empty.map(({ tests }) => `no browser test matches ${tests.source}`),
    ...uncovered.map((room) => `${room} stands for no browser tests`),
  ]
}
