import initSqlJs from 'sql.js'

/** An outline with what is known of its map. */
export interface OutlineFeature {
  readonly title: string
  readonly year: number | null
  readonly licence: string | null
  readonly attribution: string | null
  readonly url: string
  /** Closed rings in degrees, the outer one of each polygon first. */
  readonly polygons: readonly (readonly (readonly (readonly [lon: number, lat: number])[])[])[]
  /** When the overlay was made. */
  readonly madeAt: Date
}

/** "GPKG" and version 1.3, as the header of a database carries them. */
const APPLICATION_ID = 0x47504b47
const USER_VERSION = 10_300
const WGS84 = 4326

const TABLES = `
pragma application_id = ${APPLICATION_ID};
pragma user_version = ${USER_VERSION};
create table gpkg_spatial_ref_sys (
  srs_name text not null, srs_id integer not null primary key, organization text not null,
  organization_coordsys_id integer not null, definition text not null, description text);
create table gpkg_contents (
  table_name text not null primary key, data_type text not null, identifier text unique, description text default '',
  last_change datetime not null, min_x double, min_y double, max_x double, max_y double, srs_id integer,
  foreign key (srs_id) references gpkg_spatial_ref_sys(srs_id));
create table gpkg_geometry_columns (
  table_name text not null, column_name text not null, geometry_type_name text not null, srs_id integer not null,
  z tinyint not null, m tinyint not null, primary key (table_name, column_name), unique (table_name),
  foreign key (table_name) references gpkg_contents(table_name),
  foreign key (srs_id) references gpkg_spatial_ref_sys(srs_id));
create table outline (
  fid integer primary key autoincrement not null, geom multipolygon, title text, year integer, licence text,
  attribution text, url text);
insert into gpkg_geometry_columns values ('outline', 'geom', 'MULTIPOLYGON', ${WGS84}, 0, 0);`

const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]'

/** The systems that each GeoPackage names. */
const SYSTEMS = [
  ['Undefined cartesian', -1, 'NONE', -1, 'undefined'],
  ['Undefined geographic', 0, 'NONE', 0, 'undefined'],
  ['WGS 84', WGS84, 'EPSG', WGS84, WGS84_WKT],
]

let library: ReturnType<typeof initSqlJs> | undefined

/** An outline as a GeoPackage 1.3 of one feature, in longitude and latitude. */
export async function outlineGeoPackage(feature: OutlineFeature): Promise<Buffer> {
  const { title, year, licence, attribution, url, polygons, madeAt } = feature
  const { Database } = await (library ??= initSqlJs())
  const database = new Database()
  try {
    database.exec(TABLES)
    for (const system of SYSTEMS)
      database.run('insert into gpkg_spatial_ref_sys values (?, ?, ?, ?, ?, null)', system)
    const [west, south, east, north] = boundsOf(polygons)
    database.run('insert into gpkg_contents values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      'outline',
      'features',
      'outline',
      title,
      madeAt.toISOString(),
      west,
      south,
      east,
      north,
      WGS84,
    ])
    database.run(
      'insert into outline (geom, title, year, licence, attribution, url) values (?, ?, ?, ?, ?, ?)',
      [geometryOf(polygons), title, year, licence, attribution, url],
    )
    return Buffer.from(database.export())
  } finally {
    database.close()
  }
}

type Polygons = OutlineFeature['polygons']

function boundsOf(polygons: Polygons): [number, number, number, number] {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of polygons.flat(2)) {
    bounds[0] = Math.min(bounds[0], lon)
    bounds[1] = Math.min(bounds[1], lat)
    bounds[2] = Math.max(bounds[2], lon)
    bounds[3] = Math.max(bounds[3], lat)
  }
  return bounds
}

const WKB_POLYGON = 3
const WKB_MULTIPOLYGON = 6
/** Little-endian, with a box of four numbers. */
const FLAGS = 0b011

/** GeoPackage's own header, then the polygons as ISO WKB, little-endian. */
function geometryOf(polygons: Polygons): Uint8Array {
  const head = Buffer.alloc(8)
  head.write('GP', 'latin1')
  head.writeUInt8(0, 2)
  head.writeUInt8(FLAGS, 3)
  head.writeInt32LE(WGS84, 4)
  const [west, south, east, north] = boundsOf(polygons)
  const parts = [head, doubles([west, east, south, north]), counted(WKB_MULTIPOLYGON, polygons.length)]
  for (const rings of polygons) {
    parts.push(counted(WKB_POLYGON, rings.length))
    for (const ring of rings) parts.push(uint32(ring.length), doubles(ring.flat()))
  }
  return Buffer.concat(parts)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Byte order, kind, and number of parts. */
const counted = (kind: number, count: number) =>
  Buffer.concat([Buffer.from([1]), uint32(kind), uint32(count)])

function doubles(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, index) => bytes.writeDoubleLE(value, index * 8))
  return bytes
}
