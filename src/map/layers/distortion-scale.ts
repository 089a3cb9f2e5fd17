type Rgb = readonly [number, number, number]

/** Ends of the scale for areas: half and double the usual size; beyond, the colour stays. */
export const AREA_RANGE_LOG2 = 1
/** End of the scale for angles, degrees. */
export const ANGLE_RANGE_DEGREES = 30

/** End of the scale for how far off places may be: so many doublings of the least. */
export const UNCERTAINTY_DOUBLINGS = 3

// Purple to orange over a neutral middle (ColorBrewer PuOr): told apart with any colour vision.
const SMALLER: Rgb = [84, 39, 136]
const LARGER: Rgb = [179, 88, 6]
const NEUTRAL: Rgb = [247, 247, 247]
const FAINTEST_ALPHA = 40
const STRONGEST_ALPHA = 200

const mixed = (a: Rgb, b: Rgb, share: number) => a.map((part, at) => part + ((b[at] ?? 0) - part) * share)

function scaled(end: Rgb, strength: number): [number, number, number, number] {
  const share = Math.min(1, Math.max(0, strength))
  const [r = 0, g = 0, b = 0] = mixed(NEUTRAL, end, share)
  return [r, g, b, FAINTEST_ALPHA + share * (STRONGEST_ALPHA - FAINTEST_ALPHA)]
}

/** Colour (0 to 255, with alpha) of an area scale given as log2 over the median; for heat map and legend. */
export function areaColour(log2Scale: number): [number, number, number, number] {
  return scaled(log2Scale < 0 ? SMALLER : LARGER, Math.abs(log2Scale) / AREA_RANGE_LOG2)
}

/** Colour (0 to 255, with alpha) of an angular distortion in degrees. */
export function angleColour(degrees: number): [number, number, number, number] {
  return scaled(SMALLER, degrees / ANGLE_RANGE_DEGREES)
}

/** Colour (0 to 255, with alpha) of a place that may be so many times as far off as the surest. */
export function uncertaintyColour(times: number): [number, number, number, number] {
  return scaled(LARGER, Math.log2(times) / UNCERTAINTY_DOUBLINGS)
}

/** The radius of the surest place; NaN without any. */
export function leastRadius(radii: Float32Array): number {
  return radii.reduce((least, radius) => (radius >= least ? least : radius), NaN)
}
