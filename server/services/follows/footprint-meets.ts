import type { Corners } from '../../../contract/api/map-record.ts'

type Ring = readonly (readonly [x: number, y: number])[]

/** Whether a footprint and a box have a place in common. Rings are closed without repeating their first point; even-odd. */
export function footprintMeets(footprint: readonly Ring[], box: Corners): boolean {
  const { minX, minY, maxX, maxY } = box
  const middle = [(minX + maxX) / 2, (minY + maxY) / 2] as const
  return (
    footprint.some((ring) =>
      ring.some((from, at) => crosses(from, ring[(at + 1) % ring.length] ?? from, box)),
    ) || isInside(footprint, middle)
  )
}

/** Whether a line has a place in a box: what is left of it after each side has cut off what lies beyond (Liang, Barsky). */
function crosses(from: Ring[number], to: Ring[number], { minX, minY, maxX, maxY }: Corners): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  let [enter, leave] = [0, 1]
  for (const [step, room] of [
    [-dx, from[0] - minX],
    [dx, maxX - from[0]],
    [-dy, from[1] - minY],
    [dy, maxY - from[1]],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false
    } else if (step < 0) enter = Math.max(enter, room / step)
    else leave = Math.min(leave, room / step)
  }
  return enter <= leave
}

function isInside(footprint: readonly Ring[], [x, y]: Ring[number]): boolean {
  let inside = false
  for (const ring of footprint)
    ring.forEach(([x1, y1], at) => {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1]
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
    })
  return inside
}
