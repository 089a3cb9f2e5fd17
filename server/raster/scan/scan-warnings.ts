import type { Sharp } from 'sharp'
import type { PyramidContent } from './pyramid.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'

/** A picture none of whose samples is brighter than this shows nothing. */
const BLACK_UP_TO = 15

/**
 * What is to be said of a scan that was read.
 *
 * @param small a small picture of it
 */
export async function scanWarnings(
  { probe, hasAlpha, stretch }: PyramidContent,
  small: Sharp,
): Promise<RasterWarning[]> {
  const { channels } = await small.stats()
  const brightest = Math.max(...(hasAlpha ? channels.slice(0, -1) : channels).map(({ max }) => max))
  const warnings: RasterWarning[] = [...probe.warnings]
  if (stretch) warnings.push({ code: 'stretched', details: { low: stretch.low, high: stretch.high } })
  if (brightest <= BLACK_UP_TO) warnings.push({ code: 'nearlyBlack', details: { high: brightest } })
  return warnings
}
