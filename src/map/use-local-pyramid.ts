import { useEffect, useState } from 'react'
import type { Pyramid } from '../../workers/raster/raster-client.ts'
import { asRasterError, type PyramidState, rasterClient } from './use-pyramids.ts'

/** Opens a file that lies on this device. @param name tells it from others in messages */
export function useLocalPyramid(name: string, file: Blob): PyramidState {
  const [state, setState] = useState<PyramidState>({ status: 'opening' })
  useEffect(() => {
    const abort = new AbortController()
    let opened: Pyramid | undefined
    rasterClient.open({ url: `local:${name}`, file }, abort.signal).then(
      (pyramid) => {
        opened = pyramid
        if (abort.signal.aborted) pyramid.close()
        else setState({ status: 'open', pyramid })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ status: 'failed', error: asRasterError(error) })
      },
    )
    return () => {
      abort.abort()
      opened?.close()
    }
  }, [name, file])
  return state
}
