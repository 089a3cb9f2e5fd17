import { INK, NEAT, PAPER } from './inks.ts'
import { type Box, placeLabels } from './label-placement.ts'
import { type Lettering, lineOfText, textWidth } from './letters.ts'
import type { PeriodTown, TownRank } from './period-towns.ts'
import { coordinate as c, group } from './svg-path.ts'

const LETTERING: Record<TownRank, Lettering> = {
  1: { face: 'roman', size: 40, spacing: 1.5 },
  2: { face: 'roman', size: 30 },
  3: { face: 'italic', size: 25 },
}

export interface TownMarks {
  readonly svg: string
  /** Boxes that marks and names take, for what is strewn around them. */
  readonly boxes: Box[]
}

/** The towns with their names, the great ones first; a small one whose name finds no room keeps its mark alone. */
export function townMarks(towns: readonly PeriodTown[], taken: readonly Box[]): TownMarks {
  const sorted = [...towns].sort((a, b) => a.rank - b.rank)
  const marks = sorted.map(({ pixel: [x, y], rank }): Box => {
    const half = 18 - 3 * rank
    return { x: x - half, y: y - half * 1.6, width: 2 * half, height: 2.4 * half }
  })
  const requests = sorted.map(({ pixel, name, rank }) => ({
    at: pixel,
    width: textWidth(name, LETTERING[rank]),
    height: LETTERING[rank].size * 0.8,
    gap: 20 - 3 * rank,
  }))
  const placed = placeLabels(requests, [...taken, ...marks], NEAT)
  const letters: string[] = []
  sorted.forEach((town, i) => {
    const box = placed[i]
    const lettering = LETTERING[town.rank]
    if (box) letters.push(lineOfText(town.name, box.x, box.y + lettering.size * 0.66, lettering))
  })
  const text = letters.join('')
  return {
    svg: group(
      {},
      `<path d="${text}" fill="none" stroke="${PAPER}" stroke-width="6" stroke-opacity="0.75" stroke-linejoin="round"/>`,
      ...sorted.map((town) => mark(town)),
      `<path d="${text}" fill="${INK}"/>`,
    ),
    boxes: [...marks, ...placed.filter((box) => box !== undefined)],
  }
}

/** The exact position is the centre of the little ring; church towers rise above the greater ones. */
function mark({ pixel: [x, y], rank }: PeriodTown): string {
  const ring = `<circle cx="${c(x)}" cy="${c(y)}" r="${7.5 - 1.3 * rank}" fill="${PAPER}" stroke="${INK}" stroke-width="2"/>`
  const dot = `<circle cx="${c(x)}" cy="${c(y)}" r="1.5" fill="${INK}"/>`
  if (rank === 3) return ring + dot
  const towers = rank === 1 ? [-12, 0, 12] : [0]
  const houses = towers.map((dx) => {
    const height = dx === 0 ? 15 : 9
    const [tx, ty] = [x + dx, y - 6]
    return `M${c(tx - 3.5)} ${c(ty)}v${-height}h7v${height}zM${c(tx - 4.5)} ${c(ty - height)}l4.5 -9 4.5 9z`
  })
  return (
    `<path d="${houses.join('')}" fill="#b4472f" fill-opacity="0.85" stroke="${INK}" stroke-width="1.5"/>` +
    ring +
    dot
  )
}
