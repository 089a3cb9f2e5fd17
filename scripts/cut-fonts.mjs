/**
 * Cuts the fonts for the web: what nearly every page says, in English or Lithuanian, lies in small files of its own; other
 * letters of the names that people write have files that are fetched only where they occur. Weight is an axis of the text;
 * titles have one, drawn for two sizes.
 *
 * Decision: docs/decisions/2026-11-24-fonts-in-parts.md
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const PACKAGES = fileURLToPath(new URL('../node_modules/@fontsource-variable/', import.meta.url))
const OUT = fileURLToPath(new URL('../node_modules/.cache/palimpsest-fonts/', import.meta.url))

const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
const without = (text, left) => [...text].filter((letter) => !left.includes(letter)).join('')

/** As src/ui/fonts.css names them. */
const COMMON = `${between(0x20, 0x7e)}\u00a0§©«°±²·»×–—‘’‚“”„…′″€↑↓−`
const LITHUANIAN = 'ĄČĘĖĮŠŲŪŽąčęėįšųūž'
const LATIN = without(`${between(0xa0, 0xff)}ıŒœʼˆ˚˜${between(0x2000, 0x206f)}€™↑↓−∕`, COMMON)
const LATIN_EXTENDED = without(
  `${between(0x100, 0x2ba)}${between(0x2bd, 0x2df)}\u0304\u0308\u0329${between(0x1e00, 0x1e9f)}${between(0x1ef2, 0x1eff)}†₿ℓ`,
  LITHUANIAN,
)

/**
 * What a browser does with letters by itself (letters that are written as one, distances, marks above letters), and figures of
 * one width, which the styles ask for. Other forms that the fonts have are asked for nowhere.
 */
const FEATURES = ['ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rclt', 'rlig', 'rvrn', 'tnum']

const FONTS = {
  inter: {
    source: (part) => `inter/files/inter-${part}-wght-normal.woff2`,
    axes: { wght: { min: 400, max: 700 } },
  },
  fraunces: {
    source: (part) => `fraunces/files/fraunces-${part}-opsz-normal.woff2`,
    // The weight of titles, drawn for their usual sizes.
    axes: { wght: 560, opsz: 32 },
  },
  // The same drawn for the one large title of a wide screen: finer, and closer together.
  'fraunces-large': {
    source: (part) => `fraunces/files/fraunces-${part}-opsz-normal.woff2`,
    axes: { wght: 560, opsz: 60 },
  },
}

const PARTS = {
  common: { part: 'latin', text: COMMON },
  lithuanian: { part: 'latin-ext', text: LITHUANIAN },
  latin: { part: 'latin', text: LATIN },
  extended: { part: 'latin-ext', text: LATIN_EXTENDED },
}

/** Writes the files where src/ui/fonts.css and index.html find them; what is there already stays. */
export async function cutFonts() {
  mkdirSync(OUT, { recursive: true })
  for (const [name, { source, axes }] of Object.entries(FONTS))
    for (const [partName, { part, text }] of Object.entries(PARTS)) {
      const font = readFileSync(`${PACKAGES}${source(part)}`)
      const recipe = createHash('sha256')
        .update(font)
        .update(JSON.stringify([text, axes, FEATURES]))
        .digest('hex')
      const path = `${OUT}${name}-${partName}.woff2`
      const stamp = `${path}.stamp`
      if (existsSync(stamp) && readFileSync(stamp, 'utf8') === recipe) continue
      const cut = await subsetFont(font, text, {
        targetFormat: 'woff2',
        variationAxes: axes,
        keepFeatures: FEATURES,
      })
      // Whole at once: another build may be reading.
      writeFileSync(`${path}.${process.pid}`, cut)
      renameSync(`${path}.${process.pid}`, path)
      writeFileSync(stamp, recipe)
    }
}
