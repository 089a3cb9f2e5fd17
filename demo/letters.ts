import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as opentype from 'opentype.js'
import { projectPath } from '../server/project-path.ts'
import { coordinate as c } from './svg-path.ts'

/**
 * Text as outlines: a machine without any fonts must draw the same sheet. The type is IM FELL English, cut about 1680
 * (package @fontsource/im-fell-english, SIL Open Font License).
 */
const FILES = { roman: 'normal', italic: 'italic' } as const
export type Face = keyof typeof FILES

// The package is CommonJS whatever its types say: Node finds no named export in it.
const { parse } = createRequire(import.meta.url)('opentype.js') as typeof opentype

const fonts = new Map<Face, opentype.Font>()

function fontOf(face: Face): opentype.Font {
  let font = fonts.get(face)
  if (!font) {
    const name = `im-fell-english-latin-400-${FILES[face]}.woff`
    const file = readFileSync(projectPath('node_modules', '@fontsource', 'im-fell-english', 'files', name))
    font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength))
    fonts.set(face, font)
  }
  return font
}

/** SVG path data; the package's own writer drops corners of letters that lie left of or above the origin. */
function outlineOf({ commands }: opentype.Path): string {
  return commands
    .map((command) => {
      switch (command.type) {
        case 'M':
        case 'L':
          return `${command.type}${c(command.x)} ${c(command.y)}`
        case 'Q':
          return `Q${c(command.x1)} ${c(command.y1)} ${c(command.x)} ${c(command.y)}`
        case 'C':
          return `C${c(command.x1)} ${c(command.y1)} ${c(command.x2)} ${c(command.y2)} ${c(command.x)} ${c(command.y)}`
        case 'Z':
          return 'Z'
      }
    })
    .join('')
}

export interface Lettering {
  readonly face: Face
  /** Size of the type in pixels. */
  readonly size: number
  /** Extra space between letters, in pixels. */
  readonly spacing?: number
}

/** How long a line of text is, in pixels. */
export function textWidth(text: string, { face, size, spacing = 0 }: Lettering): number {
  return fontOf(face).getAdvanceWidth(text, size) + spacing * Math.max(0, text.length - 1)
}

/** Outlines of a straight line of text; `x` is where it starts, its middle or its end, `y` the base line. */
export function lineOfText(
  text: string,
  x: number,
  y: number,
  lettering: Lettering,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  const width = textWidth(text, lettering)
  let at = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  const font = fontOf(lettering.face)
  if (!lettering.spacing) return outlineOf(font.getPath(text, at, y, lettering.size))
  const parts: string[] = []
  for (const letter of text) {
    parts.push(outlineOf(font.getPath(letter, at, y, lettering.size)))
    at += font.getAdvanceWidth(letter, lettering.size) + lettering.spacing
  }
  return parts.join('')
}

/**
 * Letters spread evenly along a curve, each turned with it: `curve` gives the point at a share of the way, 0 to 1.
 * Gives SVG paths, because each letter has a turn of its own.
 */
export function textAlong(
  text: string,
  curve: (share: number) => [number, number],
  lettering: Lettering,
): string[] {
  const font = fontOf(lettering.face)
  const letters = Array.from(text)
  return letters.map((letter, i) => {
    const share = letters.length === 1 ? 0.5 : i / (letters.length - 1)
    const [x, y] = curve(share)
    const [ax, ay] = curve(share - 0.01)
    const [bx, by] = curve(share + 0.01)
    const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI
    const half = font.getAdvanceWidth(letter, lettering.size) / 2
    const outline = outlineOf(font.getPath(letter, -half, lettering.size * 0.35, lettering.size))
    return `<path d="${outline}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(2)})"/>`
  })
}
