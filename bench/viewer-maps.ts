import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { foldText } from '../server/fold-text.ts'

/** Random numbers from 0 to 1, the same in every run (mulberry32). */
export function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const PLACES =
  'Vilnius Kaunas Klaipėda Šiauliai Panevėžys Alytus Trakai Kernavė Ryga Liepāja Jelgava Tartu Tallinn Narva Warszawa Kraków Gdańsk Poznań Białystok Lublin Minsk Grodno Praha Brno Wien Salzburg Berlin Leipzig Hamburg Köln München Königsberg Paris Lyon Rouen London Oxford York Dublin Roma Venezia Napoli Madrid Toledo Lisboa Amsterdam Leiden Antwerpen Stockholm Uppsala Oslo København Helsinki Turku Kyiv Lviv Odesa Budapest Buda Athínai'.split(
    ' ',
  )
const KINDS =
  'Plan|Topographical map|Map|Chart|Cadastral plan|Environs|Siege plan|Atlas sheet|Bird’s-eye view|Estate map|Map of the roads|Military survey'.split(
    '|',
  )
const MAKERS =
  'Tomasz Makowski|Gerard Mercator|Abraham Ortelius|Willem Blaeu|Johannes Janssonius|Guillaume Delisle|Johann Homann|Matthäus Seutter|Cassini de Thury|Herman Moll|Kartografijos valdyba|Generalstab|unknown'.split(
    '|',
  )
const WORDS =
  'engraved coloured by hand with the course of the river and all fortresses churches mills and inns drawn after the survey folded dissected on linen margin torn stamp of the library second state corrected reissued legend in Latin scale bar compass rose'.split(
    ' ',
  )

const SYLLABLES =
  'ba be bi bo bra da de dva ga gal ge gi gra ja jo ka kal kė ki ko kra la le li lo lau ma mel mi mo na ne nau no pa pe pi pra ra ri ro ru sa si sta šiau ta te ti tra tu ur va ve vil vi žas žei žu'.split(
    ' ',
  )
/** One of some hundred thousand names of villages: the words of a catalogue are many. */
const villageOf = (random: () => number) =>
  Array.from({ length: 3 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('')

/** Towns about which maps gather, in EPSG:3857 metres. */
function townsOf(random: () => number) {
  return PLACES.map((name) => ({ name, x: -1e6 + random() * 4.5e6, y: 4.3e6 + random() * 4.7e6 }))
}

const bell = (random: () => number) => random() + random() + random() + random() - 2

/** Four bowed sides about a centre, somewhat turned: what a warped sheet looks like. */
function bowedSheet(random: () => number, x: number, y: number, side: number): [number, number][] {
  const [turn, bow, ratio] = [bell(random) * 0.15, bell(random) * 0.02, 0.7 + random() * 0.6]
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const
  return corners.flatMap(([cornerX, cornerY], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4]!
    return Array.from({ length: 6 }, (_, step): [number, number] => {
      const share = step / 6
      const bowed = 1 + bow * Math.sin(Math.PI * share)
      const east = (cornerX + (nextX - cornerX) * share) * bowed * (side / 2)
      const north = (cornerY + (nextY - cornerY) * share) * bowed * (side / 2) * ratio
      return [
        Math.round((x + east * Math.cos(turn) - north * Math.sin(turn)) * 100) / 100,
        Math.round((y + east * Math.sin(turn) + north * Math.cos(turn)) * 100) / 100,
      ]
    })
  })
}

/** Years of a sheet: mostly one, some a period, a few none; the nineteenth century has most of them. */
function yearsOf(random: () => number) {
  const year = Math.max(950, Math.min(1995, Math.round(1835 + bell(random) * 130 - random() ** 4 * 500)))
  const kind = random()
  if (kind < 0.06) return { year: null, start: null, end: null }
  if (kind < 0.2)
    return { year: null, start: year, end: Math.min(2000, year + 1 + Math.floor(random() * 40)) }
  return { year, start: null, end: null }
}

function madeMap(
  random: () => number,
  town: { name: string; x: number; y: number },
  n: number,
  owner: string,
) {
  // From a house's plot to a continent, a town plan or a sheet of a survey above all.
  const side = 10 ** (3.9 + bell(random) * 0.85)
  const spread = random() < 0.85 ? 250_000 : 3_000_000
  const [x, y] = [town.x + bell(random) * spread, town.y + bell(random) * spread]
  const ring = bowedSheet(random, x, y, side)
  const [xs, ys] = [ring.map(([east]) => east), ring.map(([, north]) => north)]
  const { year, start, end } = yearsOf(random)
  const title = `${KINDS[Math.floor(random() * KINDS.length)]} of ${town.name}, sheet ${n}`
  const creator = MAKERS[Math.floor(random() * MAKERS.length)]!
  const description = Array.from(
    { length: 10 + Math.floor(random() * 50) },
    () => WORDS[Math.floor(random() * WORDS.length)],
  )
    .concat(villageOf(random), villageOf(random))
    .join(' ')
  const denominator = [2500, 10_000, 25_000, 84_000, 100_000, 500_000][Math.floor(random() * 6)]!
  const years = [year, start, end].filter((value) => value !== null)
  const attributes = { title, description, creator, scale: `1:${denominator}`, year: years.join(' ') }
  const folded = Object.fromEntries(
    Object.entries({ modernTitle: '', alternativeTitle: '', ...attributes }).map(([name, text]) => [
      name,
      foldText(text),
    ]),
  )
  const ratings = random() < 0.3 ? 1 + Math.floor(random() * 9) : 0
  return {
    id: randomUUID(),
    version: randomUUID(),
    owner,
    n,
    title,
    creator,
    description,
    denominator: String(denominator),
    folded,
    search: Object.values(folded).filter(Boolean).join('\n'),
    year,
    start,
    end,
    first: years.length > 0 ? Math.min(...years) : null,
    last: years.length > 0 ? Math.max(...years) : null,
    corners: `((${Math.max(...xs)},${Math.max(...ys)}),(${Math.min(...xs)},${Math.min(...ys)}))`,
    footprint: [ring],
    ratings,
    stars: Math.round(ratings * (1 + random() * 4)),
    points: 3 + Math.floor(random() ** 2 * 60),
    error: random() < 0.8 ? Math.round(10 ** (random() * 4) * 10) / 10 : null,
  }
}

/**
 * Public maps with an overlay each: gathered about the towns of Europe, of many sizes and years, with texts as archives
 * write them. Returns some of their ids.
 */
export async function insertViewerMaps(pool: pg.Pool, count: number): Promise<string[]> {
  const owners = await pool.query<{ id: string }>('select id from users order by username')
  const random = repeatable(1)
  const towns = townsOf(random)
  const ids: string[] = []
  for (let from = 0; from < count; from += 2_000) {
    const made = Array.from({ length: Math.min(2_000, count - from) }, (_, at) => {
      const town = towns[Math.floor(random() ** 1.5 * towns.length)]!
      return madeMap(random, town, from + at, owners.rows[(from + at) % owners.rows.length]!.id)
    })
    await pool.query(INSERT, [JSON.stringify(made)])
    ids.push(made[0]!.id)
  }
  await pool.query('vacuum analyze')
  return ids
}

const INSERT = `
  with made as (select * from jsonb_to_recordset($1::jsonb) as made(id uuid, version uuid, owner uuid, n int, title text,
      creator text, description text, denominator text, folded jsonb, search text, year int, start int, "end" int,
      first int, last int, corners box, footprint jsonb, ratings int, stars int, points int, error real)),
    inserted as (insert into maps (id, owner_id, title, creator, description, scale_numerator, scale_denominator,
        search, folded, year, start_year, end_year, first_year, last_year, is_public, original_key, original_extension,
        original_bytes, processing_state, processing_percent, image_width, image_height, has_alpha, converted_bytes,
        current_version_id, judged_version_id, corners, upload_date, rating_sum, rating_count, point_count, error_metres)
      select id, owner, title, creator, description, '1', denominator, search, folded, year, start, "end", first, last,
        true, 'maps/' || id || '/original/scan.jpg', 'jpg', 1, 'ready', 100, 8000, 6000, false, 1, version, version, corners,
        now() - n * interval '7 minutes', stars, ratings, points, error
      from made)
  insert into map_versions (id, map_id, n, transformation, request_hash, file_key, bytes, width, height, corners,
    footprint, warnings)
  select version, id, 1,
    '{"mapPoints":[],"imagePoints":[],"transformationType":"TPS","mask":null,"disabled":[],"notes":{}}', 'none', 'none',
    1, 1, 1, corners, footprint, '[]' from made`
