import { SHEET } from './projection.ts'
import { randomSequence } from './random.ts'

const TILE = 256

/** Filters and gradients that the sheet uses. */
export function paperDefinitions(): string {
  return [
    // The fine tooth of rag paper: one small tile of noise, repeated, because noise over the whole sheet takes seconds.
    `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.65" numOctaves="2" seed="4" stitchTiles="stitch"/>`,
    '<feColorMatrix values="0 0 0 0 0.25  0 0 0 0 0.17  0 0 0 0 0.08  0.62 0 0 0 -0.24"/></filter>',
    `<pattern id="tooth" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse"><rect width="${TILE}" height="${TILE}" filter="url(#grain)"/></pattern>`,
    '<radialGradient id="stain"><stop offset="0" stop-color="#6b4719" stop-opacity="0.13"/><stop offset="0.7" stop-color="#6b4719" stop-opacity="0.06"/>',
    '<stop offset="1" stop-color="#6b4719" stop-opacity="0"/></radialGradient>',
    '<radialGradient id="edges" cx="50%" cy="50%" r="72%"><stop offset="62%" stop-color="#6b4a1e" stop-opacity="0"/>',
    '<stop offset="100%" stop-color="#5a3a12" stop-opacity="0.42"/></radialGradient>',
    '<linearGradient id="fold"><stop offset="0" stop-color="#4a3010" stop-opacity="0"/><stop offset="0.42" stop-color="#4a3010" stop-opacity="0.20"/>',
    '<stop offset="0.5" stop-color="#fff3d6" stop-opacity="0.5"/><stop offset="0.6" stop-color="#4a3010" stop-opacity="0.14"/>',
    '<stop offset="1" stop-color="#4a3010" stop-opacity="0"/></linearGradient>',
  ].join('')
}

/** What two centuries leave on a sheet: browning, tooth, folds, foxing, dark edges. Laid over everything. */
export function ageing(): string {
  const { width, height } = SHEET
  const whole = `x="0" y="0" width="${width}" height="${height}"`
  const random = randomSequence(77)
  const foxing = Array.from({ length: 90 }, () => {
    const [x, y, r] = [random() * width, random() * height, 1.2 + 5 * random() ** 3]
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}" fill="#7a4a18" fill-opacity="${(0.08 + 0.18 * random()).toFixed(2)}"/>`
  })
  const stains = Array.from({ length: 46 }, () => {
    const [x, y, rx] = [random() * width, random() * height, 140 + 460 * random() ** 2]
    const turn = `rotate(${(180 * random()).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})`
    return `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${rx.toFixed(0)}" ry="${(rx * (0.5 + 0.4 * random())).toFixed(0)}" fill="url(#stain)" transform="${turn}"/>`
  })
  const folds = [0.335, 0.665].map(
    (share) =>
      `<rect x="${(width * share - 22).toFixed(0)}" y="0" width="44" height="${height}" fill="url(#fold)"/>`,
  )
  const across = `<rect x="${-22}" y="0" width="44" height="${width}" fill="url(#fold)" transform="translate(0 ${height / 2}) rotate(-90)"/>`
  return [
    ...stains,
    `<rect ${whole} fill="url(#tooth)"/>`,
    ...folds,
    across,
    ...foxing,
    `<rect ${whole} fill="url(#edges)"/>`,
  ].join('')
}
