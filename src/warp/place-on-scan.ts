import type { Transformation } from '../../contract/api/map-record.ts'
import type { ImagePoint, MapPoint, TransformationType } from '../../contract/control-points.ts'
import { besideBox } from '../geometry/boxes.ts'
import { boxAround } from '../geometry/camera.ts'
import { openWarpSession } from '../../workers/warp/warp-client.ts'
import { storedPoints } from './stored-points.ts'
import { warpRequest } from './warp-request.ts'

export interface PlaceQuestion {
  readonly transformation: Transformation
  readonly type: TransformationType
  readonly scan: { readonly width: number; readonly height: number }
  /** EPSG:3857 metres. */
  readonly place: MapPoint
}

/** No mesh is asked for: one level serves as well as all. */
const NO_PYRAMID = { tileSize: 512, levelCount: 1 }

/**
 * Which image point a map's stored points put at a place; null off the scan and where they cannot be fitted.
 * @throws the reason of `signal`; WorkerDiedError
 */
export async function placeOnScan(
  { transformation, type, scan, place }: PlaceQuestion,
  signal: AbortSignal,
): Promise<ImagePoint | null> {
  const session = openWarpSession()
  try {
    const isFitted = new Promise<boolean>((resolve) => {
      session.subscribe(() => {
        const { fit, failure } = session.snapshot()
        if (fit || failure) resolve(fit !== null)
      })
    })
    session.setRequest(
      warpRequest(
        storedPoints(transformation),
        { ...transformation, type },
        { ...scan, ...NO_PYRAMID },
        false,
      ),
    )
    if (!(await isFitted)) return null
    const box = boxAround(transformation.mapPoints)
    const [easting, northing] = box ? besideBox(place, box) : place
    const [x = Number.NaN, y = Number.NaN] =
      (await session.mapToImage(Float64Array.of(easting, northing), signal)) ?? []
    const isOnScan = x >= 0 && y >= 0 && x <= scan.width && y <= scan.height
    return isOnScan ? [x, y] : null
  } finally {
    session.close()
  }
}
