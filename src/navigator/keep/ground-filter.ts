import { boxBeside, boxNear } from '../../geometry/boxes.ts'
import { boxAround } from '../../geometry/camera.ts'
import { groundScaleAt } from '../../geometry/mercator.ts'
import type { KeptBox, KeptRegion } from '../../../workers/kept/kept-database-api.ts'

/**
 * Whether a box may hold ground of a region, and the same question for boxes within it: what lies far from a long track
 * is asked about once. EPSG:3857 metres.
 */
export interface GroundFilter {
  /** Null where the box holds none. */
  readonly within: (box: KeptBox) => GroundFilter | null
}

type Place = readonly [x: number, y: number]
/** A stretch of a corridor's line, and how far the corridor reaches to its sides, in the projection's metres. */
interface Stretch {
  readonly from: Place
  readonly to: Place
  readonly reach: number
}

export function groundFilter(region: KeptRegion): GroundFilter {
  return region.kind === 'corridor' ? ofStretches(stretchesOf(region)) : ofBox(region.box)
}

function ofBox(wanted: KeptBox): GroundFilter {
  const filter: GroundFilter = {
    within: (box) => (overlaps(boxBeside(box, wanted), wanted) ? filter : null),
  }
  return filter
}

function ofStretches(stretches: readonly Stretch[]): GroundFilter {
  return {
    within(box) {
      const near = stretches.filter(
        (stretch) => distance(stretch, boxNear(box, stretch.from[0])) <= stretch.reach,
      )
      return near.length > 0 ? ofStretches(near) : null
    },
  }
}

/** The box around a region; null where a corridor has no line. */
export function boxAroundRegion(region: KeptRegion): KeptBox | null {
  if (region.kind !== 'corridor') return region.box
  const stretches = stretchesOf(region)
  if (stretches.length === 0) return null
  const places = stretches.flatMap(({ from, to, reach }) =>
    [from, to].flatMap(([x, y]): [number, number][] => [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ]),
  )
  return boxAround(places)
}

/** Points nearer to the last one that counts than this share of the reach say nothing of where the corridor lies. */
const LEAST_STEP = 0.25

function stretchesOf({ lines, metres }: KeptRegion & { kind: 'corridor' }): Stretch[] {
  const stretches: Stretch[] = []
  for (const line of lines) {
    let from = line[0]
    for (const [index, to] of line.entries()) {
      if (!from) break
      const reach = metres / groundScaleAt(to[1])
      const isLast = index === line.length - 1
      if (!isLast && Math.hypot(to[0] - from[0], to[1] - from[1]) < reach * LEAST_STEP) continue
      // What was passed over lies within a step of the stretch.
      stretches.push({ from, to, reach: reach * (1 + LEAST_STEP) })
      from = to
    }
  }
  return stretches
}

const overlaps = (a: KeptBox, b: KeptBox) =>
  a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY

/** From a stretch to the nearest place of a box. */
function distance({ from, to }: Stretch, box: KeptBox): number {
  if (crosses(from, to, box)) return 0
  const corners: Place[] = [
    [box.minX, box.minY],
    [box.maxX, box.minY],
    [box.maxX, box.maxY],
    [box.minX, box.maxY],
  ]
  return Math.min(toBox(from, box), toBox(to, box), ...corners.map((corner) => toStretch(corner, from, to)))
}

function toBox([x, y]: Place, { minX, minY, maxX, maxY }: KeptBox): number {
  return Math.hypot(Math.max(minX - x, 0, x - maxX), Math.max(minY - y, 0, y - maxY))
}

function toStretch([x, y]: Place, from: Place, to: Place): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length))
  return Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy)
}

/** Whether a stretch passes through a box (Liang and Barsky 1984). */
function crosses(from: Place, to: Place, { minX, minY, maxX, maxY }: KeptBox): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  let [enter, leave] = [0, 1]
  for (const [step, room] of [
    [-dx, from[0] - minX],
    [dx, maxX - from[0]],
    [-dy, from[1] - minY],
    [dy, maxY - from[1]],
  ] as const) {
    if (step === 0 && room < 0) return false
    if (step < 0) enter = Math.max(enter, room / step)
    if (step > 0) leave = Math.min(leave, room / step)
  }
  return enter <= leave
}
