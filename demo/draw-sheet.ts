import { CARTOUCHE, ROSE, cartouche, compassRose, ship } from './cartouche.ts'
import { NEAT, PAPER } from './inks.ts'
import { areaNames, graticule, lands, waterNames } from './lands.ts'
import type { Box } from './label-placement.ts'
import { type PeriodTown, periodTowns } from './period-towns.ts'
import { ageing, paperDefinitions } from './paper.ts'
import { SHEET, toSheet } from './projection.ts'
import { relief } from './relief.ts'
import { RIVERS } from './rivers.ts'
import { sheetFrame } from './sheet-frame.ts'
import { sheetGeometry } from './sheet-geometry.ts'
import { townMarks } from './town-marks.ts'
import { lakes, rhumbLines, rivers, sea } from './waters.ts'

export interface DrawnSheet {
  /** The drawing, SHEET.width × SHEET.height, without any font or outside file. */
  readonly svg: string
  /** The towns that lie within the frame. */
  readonly towns: PeriodTown[]
  /** Boxes that the towns' marks and names take. */
  readonly townBoxes: readonly Box[]
}

/** Draws the whole sheet; the same every time. */
export function drawSheet(): DrawnSheet {
  const geometry = sheetGeometry()
  const towns = periodTowns().filter(({ pixel: [x, y] }) => isWithinFrame(x, y))
  const rose = { x: ROSE[0] - 120, y: ROSE[1] - 180, width: 240, height: 300 }
  const marks = townMarks(towns, [CARTOUCHE, rose])
  const courses = RIVERS.flatMap((river) => river.course.map(([lon, lat]) => toSheet(lon, lat)))
  const { width, height } = SHEET
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs>${paperDefinitions()}<clipPath id="neat"><rect x="${NEAT.x}" y="${NEAT.y}" width="${NEAT.width}" height="${NEAT.height}"/></clipPath></defs>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    '<g clip-path="url(#neat)">',
    sea(geometry),
    rhumbLines(ROSE),
    lands(geometry),
    graticule(),
    rivers(),
    lakes(geometry),
    waterNames(),
    relief(geometry, marks.boxes, NEAT, courses),
    areaNames(),
    marks.svg,
    ship(),
    compassRose(),
    cartouche(),
    '</g>',
    sheetFrame(),
    ageing(),
    '</svg>',
  ].join('')
  return { svg, towns, townBoxes: marks.boxes }
}

const isWithinFrame = (x: number, y: number) =>
  x > NEAT.x + 12 && y > NEAT.y + 12 && x < NEAT.x + NEAT.width - 12 && y < NEAT.y + NEAT.height - 12
