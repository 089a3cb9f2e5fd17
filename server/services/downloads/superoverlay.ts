import type { Corners } from '../../../contract/api/map-record.ts'
import { lonLatOf, mapPointOf } from '../../../contract/web-mercator.ts'
import { degreesOf, partsOf } from '../../../contract/worlds.ts'
import type { PictureAxis } from '../../raster/tiles/tile-plan.ts'
import { xmlText } from '../tiles/xml-text.ts'
import type { ZipEntry } from './zip-stream.ts'

/** Side of a picture, pixels. */
export const OVERLAY_PIXELS = 512
/** Pictures of the finest level: some 250 megapixels, an hour's walk on any globe. Finer maps are made coarser. */
const MOST_PICTURES = 1_000
const DEGREES = Math.PI / 180

/** A picture of the superoverlay, by its level, column and row. */
interface Place {
  readonly z: number
  readonly x: number
  readonly y: number
}

interface DegreeBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** How a map is cut: pictures of degrees, the first covers the whole map, each next level has four for one. */
export interface SuperoverlayPlan {
  /** Where its files lie, with a slash at the end; empty where there is one plan. */
  readonly folder: string
  /** How far east of its degrees the overlay has the same places, EPSG:3857 metres. */
  readonly world: number
  readonly depth: number
  /** Of the first picture. */
  readonly box: DegreeBox
  /** Of the map. */
  readonly map: DegreeBox
}

/** A drawn picture and what it is stored as; undefined where it shows nothing. */
export type DrawPicture = (
  columns: PictureAxis,
  rows: PictureAxis,
) => Promise<{ readonly bytes: Buffer; readonly extension: 'png' | 'jpg' } | undefined>

/**
 * A plan for each side of the date line that a map lies on: no box of KML runs across it.
 *
 * @param width of the overlay, pixels: the finest level is no coarser, if it is not too large
 */
export function planSuperoverlays(corners: Corners, width: number): SuperoverlayPlan[] {
  const parts = partsOf(corners)
  return parts.map(({ box, world }, at) => ({
    folder: parts.length > 1 ? `part-${at + 1}/` : '',
    world,
    ...planPart(box, (width * (box.maxX - box.minX)) / (corners.maxX - corners.minX)),
  }))
}

function planPart(corners: Corners, width: number): Omit<SuperoverlayPlan, 'folder' | 'world'> {
  const [west, east] = [degreesOf(corners.minX), degreesOf(corners.maxX)]
  const [south, north] = [lonLatOf([0, corners.minY])[1], lonLatOf([0, corners.maxY])[1]]
  // A degree of latitude is longer than one of longitude: pixels are to be square on the ground.
  const ratio = Math.cos(((south + north) / 2) * DEGREES)
  const span = Math.max(east - west, (north - south) / ratio)
  const across = (depth: number) => Math.ceil(((east - west) / span) * 2 ** depth)
  const down = (depth: number) => Math.ceil(((north - south) / ratio / span) * 2 ** depth)
  const wanted = Math.ceil(Math.log2(span / OVERLAY_PIXELS / ((east - west) / width)) - 1e-3)
  let depth = Math.max(0, wanted)
  while (depth > 0 && across(depth) * down(depth) > MOST_PICTURES) depth -= 1
  return {
    depth,
    box: { west, north, east: west + span, south: north - span * ratio },
    map: { west, south, east, north },
  }
}

/** The first picture, of all that a plan has. */
const WHOLE: Place = { z: 0, x: 0, y: 0 }

/** The files of a KMZ superoverlay: what shows from afar, and what comes when one draws near. */
export async function* superoverlay(
  plans: readonly SuperoverlayPlan[],
  texts: { readonly title: string; readonly description: string },
  draw: DrawPicture,
): AsyncGenerator<ZipEntry> {
  const text = (name: string, content: string): ZipEntry => ({
    name,
    content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`),
    compress: true,
  })
  // Programs open the first document of the archive.
  yield text(
    'doc.kml',
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xmlText(texts.title)}</name><description>${xmlText(texts.description)}</description><Style id="hideChildren"><ListStyle><listItemType>checkHideChildren</listItemType></ListStyle></Style><styleUrl>#hideChildren</styleUrl>${plans.length === 1 ? plans.map((plan) => region(boxOf(plan, WHOLE), 0)).join('') : ''}${plans.map((plan) => link(boxOf(plan, WHOLE), `${plan.folder}0/0/0.kml`, 0)).join('')}</Document></kml>`,
  )
  for (const plan of plans) yield* branch(plan, WHOLE)

  /** A picture and all finer ones on it; returns whether there is anything. */
  async function* branch(plan: SuperoverlayPlan, place: Place): AsyncGenerator<ZipEntry, boolean> {
    const { z, x, y } = place
    const box = boxOf(plan, place)
    if (box.west >= plan.map.east || box.north <= plan.map.south) return false
    const links: string[] = []
    if (z < plan.depth)
      for (const child of childrenOf(place))
        if (yield* branch(plan, child))
          links.push(link(boxOf(plan, child), `../../${child.z}/${child.x}/${child.y}.kml`, child.z))
    const picture = await draw(...axesOf(box, plan.world))
    if (!picture && links.length === 0) return false
    const { west, south, east, north } = box
    const ground = picture
      ? `<GroundOverlay><drawOrder>${z}</drawOrder><Icon><href>${y}.${picture.extension}</href></Icon><LatLonBox><north>${north}</north><south>${south}</south><east>${east}</east><west>${west}</west></LatLonBox></GroundOverlay>`
      : ''
    if (picture)
      yield {
        name: `${plan.folder}${z}/${x}/${y}.${picture.extension}`,
        content: picture.bytes,
        compress: false,
      }
    yield text(
      `${plan.folder}${z}/${x}/${y}.kml`,
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${z}/${x}/${y}</name>${region(box, z)}${ground}${links.join('')}</Document></kml>`,
    )
    return true
  }
}

const childrenOf = ({ z, x, y }: Place): Place[] =>
  [0, 1].flatMap((down) => [0, 1].map((right) => ({ z: z + 1, x: 2 * x + right, y: 2 * y + down })))

function boxOf({ box }: SuperoverlayPlan, { z, x, y }: Place): DegreeBox {
  const [width, height] = [(box.east - box.west) / 2 ** z, (box.north - box.south) / 2 ** z]
  const [west, north] = [box.west + x * width, box.north - y * height]
  // A picture that would reach over the date line ends at it.
  return { west, north, east: Math.min(180, west + width), south: north - height }
}

/** Pixels of equal degrees, as programs lay pictures of KML out. */
function axesOf({ west, south, east, north }: DegreeBox, world: number): [PictureAxis, PictureAxis] {
  const pixels = OVERLAY_PIXELS
  return [
    { pixels, metresAt: (pixel) => mapPointOf(west + ((east - west) * pixel) / pixels, 0)[0] + world },
    { pixels, metresAt: (pixel) => mapPointOf(0, north - ((north - south) * pixel) / pixels)[1] },
  ]
}

/** From how many pixels on the screen on a picture shows: finer ones lie over it, so that it may stay. */
const region = ({ west, south, east, north }: DegreeBox, z: number): string =>
  `<Region><LatLonAltBox><north>${north}</north><south>${south}</south><east>${east}</east><west>${west}</west></LatLonAltBox><Lod><minLodPixels>${z === 0 ? 1 : OVERLAY_PIXELS / 2}</minLodPixels><maxLodPixels>-1</maxLodPixels></Lod></Region>`

const link = (box: DegreeBox, href: string, z: number): string =>
  `<NetworkLink><name>${href.replaceAll('../', '')}</name>${region(box, z)}<Link><href>${href}</href><viewRefreshMode>onRegion</viewRefreshMode></Link></NetworkLink>`
