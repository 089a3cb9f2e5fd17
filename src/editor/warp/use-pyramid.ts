import { useEffect, useState } from 'react'
import { openRasterClient, RasterError } from '../../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { onTokenChange, readToken } from '../../api/bearer-token.ts'
import { fileUrl } from '../../api/file-path.ts'

/** One door to the raster worker for the editor; its worker starts with the first file. */
const rasterClient = openRasterClient()

export type PyramidState =
  | { readonly status: 'none' | 'opening' }
  | { readonly status: 'open'; readonly pyramid: Pyramid }
  | { readonly status: 'failed'; readonly error: RasterError }

/**
 * Opens a file of a map record and closes it when the path changes.
 * @param path relative to `/api/`. Its signature is left off: it would change with every record, and the bearer token
 *   opens the file as well, longer than an hour.
 */
export function usePyramid(path: string | null, attempt = 0): PyramidState {
  const url = path === null ? null : fileUrl(path.replace(/\?.*$/, ''))
  const [opened, setOpened] = useState<{ readonly url: string; readonly state: PyramidState } | null>(null)

  useEffect(() => {
    if (url === null) return undefined
    const abort = new AbortController()
    let pyramid: Pyramid | null = null
    rasterClient.open({ url, token: readToken() }, abort.signal).then(
      (answer) => {
        pyramid = answer
        if (abort.signal.aborted) answer.close()
        else setOpened({ url, state: { status: 'open', pyramid: answer } })
      },
      (error: unknown) => {
        if (!abort.signal.aborted)
          setOpened({ url, state: { status: 'failed', error: asRasterError(error) } })
      },
    )
    const stop = onTokenChange(() => pyramid?.setToken(readToken()))
    return () => {
      stop()
      abort.abort()
      pyramid?.close()
    }
  }, [url, attempt])

  if (url === null) return { status: 'none' }
  return opened?.url === url ? opened.state : { status: 'opening' }
}

function asRasterError(error: unknown): RasterError {
  return error instanceof RasterError
    ? error
    : new RasterError({ code: 'network', message: error instanceof Error ? error.message : String(error) })
}
