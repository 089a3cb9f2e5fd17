import type { Transformation } from '../../contract/api/map-record.ts'
import type { FitPoint } from './warp-request.ts'

/** The pairs that a stored transformation was made from. */
export function storedPoints({ mapPoints, imagePoints, disabled }: Transformation): FitPoint[] {
  const off = new Set(disabled)
  return mapPoints.flatMap(([x, y], index) => {
    const image = imagePoints[index]
    return image ? [{ image: [image.pixelX, image.pixelY], map: [x, y], enabled: !off.has(index) }] : []
  })
}
