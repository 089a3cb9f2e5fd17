import { fullTurn } from '../../geometry/angles.ts'

/** Where the device's screen points: what lies ahead of whoever looks at it. */
export interface Heading {
  /** Clockwise from magnetic north, 0 up to 360. */
  readonly degrees: number
  /** How far it may be off to either side, degrees. */
  readonly unsureDegrees: number
}

/** What of an orientation event says where north is. */
export interface OrientationReading {
  readonly alpha: number | null
  readonly beta: number | null
  readonly gamma: number | null
  readonly absolute?: boolean
  /** iOS: clockwise from magnetic north to the device's top. */
  readonly webkitCompassHeading?: number
  /** iOS: degrees to either side; negative while the compass needs to be calibrated. */
  readonly webkitCompassAccuracy?: number
}

/** Where a browser does not say how sure it is: what phones are off by as a rule. */
const USUAL_UNSURE_DEGREES = 15
/** A compass that is farther off says nothing. */
const MOST_UNSURE_DEGREES = 90

const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * The heading that an orientation says, or null where it has no north: a relative alpha begins anywhere.
 * @param screenDegrees How far the screen's picture is turned from the device's own upright (`screen.orientation.angle`).
 */
export function headingOf(reading: OrientationReading, screenDegrees: number): Heading | null {
  const { webkitCompassHeading, webkitCompassAccuracy = USUAL_UNSURE_DEGREES } = reading
  if (webkitCompassHeading !== undefined && Number.isFinite(webkitCompassHeading)) {
    if (webkitCompassAccuracy < 0) return null
    return {
      degrees: fullTurn(webkitCompassHeading + screenDegrees),
      unsureDegrees: Math.min(MOST_UNSURE_DEGREES, webkitCompassAccuracy),
    }
  }
  const { alpha, beta, gamma, absolute } = reading
  if (absolute !== true || alpha === null || !Number.isFinite(alpha)) return null
  const degrees = aheadOf(alpha, beta ?? 0, gamma ?? 0, screenDegrees)
  return degrees === null ? null : { degrees, unsureDegrees: USUAL_UNSURE_DEGREES }
}

/**
 * Ahead is the way that the screen's upper edge points while the device lies flat, and the way that its back looks while
 * it is held upright; the sum of both is right in between as well. Axes of the device in the earth's (x east, y north)
 * by the rotations Z, X', Y'' of the Device Orientation specification. Null where it points straight up or down.
 */
function aheadOf(alpha: number, beta: number, gamma: number, screenDegrees: number): number | null {
  const [sinA, cosA] = [Math.sin(radians(alpha)), Math.cos(radians(alpha))]
  const [sinB, cosB] = [Math.sin(radians(beta)), Math.cos(radians(beta))]
  const [sinG, cosG] = [Math.sin(radians(gamma)), Math.cos(radians(gamma))]
  const right = [cosA * cosG - sinA * sinB * sinG, sinA * cosG + cosA * sinB * sinG] as const
  const top = [-sinA * cosB, cosA * cosB] as const
  const back = [-(cosA * sinG + sinA * sinB * cosG), -(sinA * sinG - cosA * sinB * cosG)] as const
  // A picture turned clockwise has its upper edge where the device's right one is.
  const [sinS, cosS] = [Math.sin(radians(screenDegrees)), Math.cos(radians(screenDegrees))]
  const east = top[0] * cosS + right[0] * sinS + back[0]
  const north = top[1] * cosS + right[1] * sinS + back[1]
  if (Math.hypot(east, north) < 1e-6) return null
  return fullTurn((Math.atan2(east, north) * 180) / Math.PI)
}
