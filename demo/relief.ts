import { INK } from './inks.ts'
import { type Box, overlap } from './label-placement.ts'
import type { Pixel } from './projection.ts'
import { randomSequence } from './random.ts'
import type { SheetGeometry } from './sheet-geometry.ts'
import { coordinate as c, group } from './svg-path.ts'

const STEP = 27

/** Woods and hills strewn over the land, where nothing is written and no river runs. */
export function relief(
  geometry: SheetGeometry,
  written: readonly Box[],
  frame: Box,
  rivers: readonly Pixel[],
): string {
  const random = randomSequence(1820)
  const wood = smoothNoise(7, 230)
  const hill = smoothNoise(19, 310)
  const drawn: string[] = []
  for (let y = frame.y + 40; y < frame.y + frame.height - 20; y += STEP)
    for (let x = frame.x + 30; x < frame.x + frame.width - 30; x += STEP) {
      const [px, py] = [x + (random() - 0.5) * STEP * 1.1, y + (random() - 0.5) * STEP]
      const mark = { x: px - 13, y: py - 20, width: 26, height: 26 }
      const [woodiness, hilliness, luck] = [wood(px, py), hill(px, py), random()]
      const kind =
        woodiness > 0.63 && luck < 0.7 ? 'tree' : hilliness > 0.68 && luck < 0.42 ? 'hill' : undefined
      if (!kind || written.some((box) => overlap(box, mark))) continue
      if (![px - 16, px, px + 16].every((at) => geometry.isLand(at, py) && geometry.isLand(at, py - 16)))
        continue
      if (rivers.some((at) => Math.hypot(at[0] - px, at[1] - py) < 22)) continue
      drawn.push(kind === 'tree' ? tree(px, py, random) : hillock(px, py, random))
    }
  return group(
    { fill: 'none', stroke: INK, strokeWidth: 1.1, strokeOpacity: 0.6, strokeLinecap: 'round' },
    ...drawn,
  )
}

/** A leafy tree with its shadow to the east. */
function tree(x: number, y: number, random: () => number): string {
  const r = 5.5 + 2.5 * random()
  const top = y - r * 1.2
  const crown =
    `M${c(x - r)} ${c(top + r * 0.6)}q${c(-r * 0.5)} ${c(-r)} ${c(r * 0.5)} ${c(-r)}` +
    `q${c(r * 0.5)} ${c(-r * 0.9)} ${c(r)} 0q${c(r)} 0 ${c(r * 0.4)} ${c(r)}q${c(-r * 0.9)} ${c(r * 0.7)} ${c(-r * 1.9)} 0`
  const trunk = `M${c(x)} ${c(top + r)}V${c(y + 2)}M${c(x - 2)} ${c(y + 2.5)}h${c(r + 4)}`
  const shade = [0, 1, 2].map(
    (i) => `M${c(x + r * (0.25 + 0.25 * i))} ${c(top - r * 0.1 + i)}v${c(r * 0.8 - i)}`,
  )
  return `<path d="${crown}${trunk}${shade.join('')}"/>`
}

/** A mound with hachures on its eastern slope. */
function hillock(x: number, y: number, random: () => number): string {
  const w = 11 + 5 * random()
  const h = w * (0.75 + 0.3 * random())
  const ridge = `M${c(x - w)} ${c(y)}q${c(w * 0.45)} ${c(-h)} ${c(w * 0.9)} ${c(-h)}q${c(w * 0.5)} 0 ${c(w * 1.1)} ${c(h * 0.95)}`
  const hachures = [0.1, 0.3, 0.5, 0.7].map((share) => {
    const [hx, hy] = [x + w * share, y - h * (1 - share * share * 0.95) + 1]
    return `M${c(hx)} ${c(hy)}q${c(w * 0.16)} ${c(h * 0.2)} ${c(w * 0.12)} ${c(h * 0.5)}`
  })
  return `<path d="${ridge}${hachures.join('')}"/>`
}

/** A smooth field of values from 0 to 1 whose hills are about `scale` pixels wide. */
function smoothNoise(seed: number, scale: number): (x: number, y: number) => number {
  const size = 32
  const random = randomSequence(seed)
  const grid = Array.from({ length: size * size }, random)
  const at = (i: number, j: number) =>
    grid[(((j % size) + size) % size) * size + (((i % size) + size) % size)] ?? 0
  const ease = (t: number) => t * t * (3 - 2 * t)
  return (x, y) => {
    const [gx, gy] = [x / scale, y / scale]
    const [i, j] = [Math.floor(gx), Math.floor(gy)]
    const [u, v] = [ease(gx - i), ease(gy - j)]
    const above = at(i, j) * (1 - u) + at(i + 1, j) * u
    const below = at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u
    return above * (1 - v) + below * v
  }
}
