import { useAtomValue } from 'jotai'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { compassAtom } from '../session/compass.ts'
import { declinationAtom } from '../session/declination.ts'
import { directionAhead } from '../session/direction.ts'
import { scaleTextAtom } from '../model/navigator-model.ts'
import classes from './location-marker.module.css'
import { isStaleAtom, readingAtom } from '../model/position-atoms.ts'
import { SCALE_RADIUS_PX } from '../model/scale-radius.ts'

const DOT_RADIUS_PX = 9
/** Half of the drawing's side, CSS px: the circle with its line and its text. */
const HALF_PX = SCALE_RADIUS_PX + 22
/** From the middle to the circle, with a stop at its end: the text beneath says how long that is. */
const RULER = `M0 0V${SCALE_RADIUS_PX}M-5 ${SCALE_RADIUS_PX}H5`
/** A cone is never so narrow that it cannot be seen, nor so wide that it points nowhere. Degrees to either side. */
const CONE_DEGREES = { least: 5, most: 75 } as const

/**
 * The position: a disc, the cone of where one looks, and a circle of fixed size whose radius is written beside it. The
 * map's direction comes as `--bearing`, degrees, so that turning the map renders nothing anew.
 */
export function LocationMarker() {
  const { t } = useTranslation('navigator')
  const scaleText = useAtomValue(scaleTextAtom)
  const reading = useAtomValue(readingAtom)
  const isStale = useAtomValue(isStaleAtom)
  const { heading } = useAtomValue(compassAtom)
  const declination = useAtomValue(declinationAtom)
  // What is said of the moment of the reading holds until it is old, and then the whole marker says so.
  const ahead = directionAhead(heading, reading, reading?.timeMs ?? 0, declination)
  return (
    <svg
      className={classes['marker']}
      data-location
      data-stale={isStale}
      role="img"
      aria-label={t('marker.label', { radius: scaleText })}
      width={2 * HALF_PX}
      height={2 * HALF_PX}
      viewBox={`${-HALF_PX} ${-HALF_PX} ${2 * HALF_PX} ${2 * HALF_PX}`}
    >
      <path className={classes['casing']} d={RULER} />
      <circle className={classes['casing']} r={SCALE_RADIUS_PX} />
      <path className={classes['scale']} d={RULER} />
      <circle className={classes['scale']} r={SCALE_RADIUS_PX} data-scale-circle />
      {ahead ? (
        <path
          className={classes['cone']}
          style={{ '--heading': ahead.degrees } as CSSProperties}
          d={conePath(ahead.unsureDegrees)}
          data-cone={Math.round(ahead.unsureDegrees)}
          data-heading={Math.round(ahead.degrees)}
        />
      ) : null}
      <circle className={classes['dot']} r={DOT_RADIUS_PX} />
      <text className={classes['text']} y={SCALE_RADIUS_PX + 16}>
        {scaleText}
      </text>
    </svg>
  )
}

/** A sector about straight up. */
function conePath(unsureDegrees: number): string {
  const half = (Math.min(CONE_DEGREES.most, Math.max(CONE_DEGREES.least, unsureDegrees)) * Math.PI) / 180
  const [x, y] = [Math.sin(half) * SCALE_RADIUS_PX, -Math.cos(half) * SCALE_RADIUS_PX]
  const [from, to] = [`${(-x).toFixed(2)} ${y.toFixed(2)}`, `${x.toFixed(2)} ${y.toFixed(2)}`]
  return `M0 0L${from}A${SCALE_RADIUS_PX} ${SCALE_RADIUS_PX} 0 0 1 ${to}Z`
}
