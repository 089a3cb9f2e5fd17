/**
 * Builds the panes without map libraries, for tests of all that is not a picture: what tests/flat/ holds takes the place of
 * the few modules that know MapLibre and deck.gl. The product's own build knows nothing of it.
 */
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What an importing module asks for, and what it gets. */
const REPLACED = {
  'src/map/base-pane.tsx': { './base/base-view.ts': 'flat-base-view.ts' },
  'src/map/scan-pane.tsx': { './scan/scan-view.ts': 'flat-scan-view.ts' },
  'src/map/base/overlay-meshes.ts': { '../warped-image/warped-image-layer.ts': 'flat-image-layer.ts' },
  'src/navigator/navigator-map.tsx': { '../map/base/served-tiles.ts': 'flat-served-tiles.ts' },
}

const MAP_LIBRARIES = /node_modules\/(?:maplibre-gl|@deck\.gl|@luma\.gl)\/.*\.m?js$/

/** The plugin; it fails the build into which a map library still finds its way. */
export function flatPanes() {
  return {
    name: 'flat-panes',
    enforce: 'pre',
    resolveId(source, importer) {
      const flat = importer && REPLACED[relative(root, importer.split('?')[0])]?.[source]
      return flat ? join(root, 'tests/flat', flat) : null
    },
    transform(_code, id) {
      if (MAP_LIBRARIES.test(id)) this.error(`flat panes were to be built without ${relative(root, id)}`)
    },
  }
}
