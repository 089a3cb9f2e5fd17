import { useEffect, useState } from 'react'
import { openRasterClient } from '../../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { onTokenChange, readToken } from '../../api/bearer-token.ts'
import { fileUrl } from '../../api/file-path.ts'

/** One door to the raster worker for all quick views; its worker starts with the first file. */
const rasterClient = openRasterClient()

/** Files by their place in the list that was asked for; null: that one could not be opened. */
export type OpenedFiles = readonly (Pyramid | null)[]

/**
 * Opens files of map records together and closes them when others are asked for.
 * @param paths relative to `/api/`. Signatures are left off: the bearer token opens the files, and longer.
 * @returns null until all have been opened or have failed
 */
export function usePyramids(paths: readonly string[], attempt: number): OpenedFiles | null {
  const key = paths.map((path) => fileUrl(path.replace(/\?.*$/, ''))).join(' ')
  const [opened, setOpened] = useState<{ readonly key: string; readonly files: OpenedFiles } | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const urls = key.split(' ').filter(Boolean)
    const open = urls.map((url) => rasterClient.open({ url, token: readToken() }, abort.signal))
    let files: OpenedFiles = []
    const closeAll = () => {
      for (const file of files) file?.close()
    }
    void Promise.allSettled(open).then((outcomes) => {
      files = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null))
      if (abort.signal.aborted) closeAll()
      else setOpened({ key, files })
    })
    const stop = onTokenChange(() => {
      for (const file of files) file?.setToken(readToken())
    })
    return () => {
      stop()
      abort.abort()
      closeAll()
    }
  }, [key, attempt])
  return opened?.key === key ? opened.files : null
}
