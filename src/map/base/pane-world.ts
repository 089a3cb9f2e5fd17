import type { MapPoint } from '../../../contract/control-points.ts'
import { easting180, eastingNearest, WORLD_METRES } from '../../../contract/worlds.ts'
import { placeNear } from '../../geometry/boxes.ts'
import { boxAround } from '../../geometry/camera.ts'
import type { BaseCamera, PaneSize } from '../../geometry/camera.ts'
import { COMMON_WORLD_SIZE } from '../../geometry/mercator.ts'
import { onceFor } from '../once-for.ts'
import type { Rings } from '../../../workers/warp/warp-api.ts'
import type { BasePaneProps } from '../pane-props.ts'

/** MapLibre's own least zoom. */
const LEAST_ZOOM = -2

/** The zoom at which the world fills a pane: nothing is seen twice. */
export const leastZoom = ({ width, height }: PaneSize): number =>
  Math.max(LEAST_ZOOM, Math.log2(Math.max(width, height, 1) / COMMON_WORLD_SIZE))

/**
 * The camera with its centre counted from the world that another easting lies in. A map knows one world and begins anew
 * at ±180°; the points of a sheet across the date line run on.
 */
export function cameraNear(camera: BaseCamera, x: number): BaseCamera {
  const own = eastingNearest(x, camera.centre[0])
  return own === camera.centre[0] ? camera : { ...camera, centre: [own, camera.centre[1]] }
}

/** Where a camera that moves on is counted from: after one whole world from ours again. */
export const movedOn = (x: number): number => (Math.abs(x) > WORLD_METRES ? easting180(x) : x)

/** The longitude of the same place that is nearest to an easting. */
export function longitudeNear(x: number, longitude: number): number {
  const degrees = (x / WORLD_METRES) * 360
  return longitude + 360 * Math.round((degrees - longitude) / 360)
}

const middleOf = onceFor((marks: NonNullable<BasePaneProps['marks']>) => {
  const box = boxAround(marks.map(({ map }) => map))
  return { x: box && (box.minX + box.maxX) / 2 }
})

/** Where a pane's camera is counted from: the middle of its marks; null without any. */
export const middleOfMarks = ({ marks }: BasePaneProps): number | null => (marks ? middleOf(marks).x : null)

/** The steps of a way run on where it crosses the date line. */
const runningOn = onceFor((tracks: NonNullable<BasePaneProps['tracks']>) => {
  const isWhole = tracks.every((track) =>
    track.every((place, at) => {
      const before = track[at - 1] ?? place
      return eastingNearest(before[0], place[0]) === place[0]
    }),
  )
  if (isWhole) return tracks
  return tracks.map((track) => {
    let x = track[0]?.[0] ?? 0
    return track.map((place): MapPoint => [(x = eastingNearest(x, place[0])), place[1]])
  })
})

/** By what was moved: where to, and what it is there. Equal results keep their identity, so that nothing is drawn anew. */
const moved = new WeakMap<object, { readonly to: string; readonly made: unknown }>()

function movedOnce<Made>(source: object, to: string, make: () => Made): Made {
  const known = moved.get(source)
  if (known?.to === to) return known.made as Made
  const made = make()
  moved.set(source, { to, made })
  return made
}

function tracksNear(given: NonNullable<BasePaneProps['tracks']>, to: number) {
  const tracks = runningOn(given)
  const first = tracks.find((track) => track.length > 0)?.[0]
  const world = first ? placeNear(first, to)[0] - first[0] : 0
  if (world === 0) return tracks
  return movedOnce(tracks, String(world), () =>
    tracks.map((track) => track.map(([x, y]): MapPoint => [x + world, y])),
  )
}

/** Each ring for itself: an area over the date line is given in parts on both sides. */
function ringsNear(rings: Rings, to: number): Rings {
  const { coordinates, ringEnds } = rings
  const worlds = Array.from(ringEnds, (_, ring) => {
    const x = coordinates[2 * (ringEnds[ring - 1] ?? 0)] ?? 0
    return eastingNearest(to, x) - x
  })
  if (worlds.every((world) => world === 0)) return rings
  return movedOnce(rings, worlds.join(' '), () => {
    const there = Float64Array.from(coordinates)
    for (const [ring, world] of worlds.entries())
      for (let at = ringEnds[ring - 1] ?? 0; at < (ringEnds[ring] ?? 0); at += 1)
        there[2 * at] = (there[2 * at] ?? 0) + world
    return { coordinates: there, ringEnds }
  })
}

/** What a pane shows of places that are counted from any world, as it lies nearest to what is seen. */
export function shownNear(props: BasePaneProps, to: number): BasePaneProps {
  const { boundary, pin, pointer, position, tracks } = props
  return {
    ...props,
    ...(boundary && { boundary: ringsNear(boundary, to) }),
    ...(pin && { pin: placeNear(pin, to) }),
    ...(pointer && { pointer: placeNear(pointer, to) }),
    ...(position && { position: { ...position, place: placeNear(position.place, to) } }),
    ...(tracks && { tracks: tracksNear(tracks, to) }),
  }
}
