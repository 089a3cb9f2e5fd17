import { useEffect, useRef, useState } from 'react'
import type { Pyramid, RasterError } from '../../workers/raster/raster-client.ts'
import { onTokenChange, readToken } from '../api/bearer-token.ts'
import { openFile } from './use-pyramids.ts'

/** A file that was asked for; `opening` until it is open or has failed. */
export type RasterFile = Pyramid | RasterError | 'opening'

interface Kept {
  readonly abort: AbortController
  file: RasterFile
}

/**
 * Opens files of map records, each by itself: another one that is asked for leaves those that are open as they are.
 * @param paths relative to `/api/`, without signatures
 * @param attempt another number opens anew what has failed
 */
export function useRasterFiles(
  paths: readonly string[],
  attempt = 0,
): (path: string) => RasterFile | undefined {
  const kept = useRef(new Map<string, Kept>())
  const [files, setFiles] = useState<ReadonlyMap<string, RasterFile>>(new Map())
  const key = paths.join(' ')

  useEffect(() => {
    const all = kept.current
    const show = () => setFiles(new Map([...all].map(([path, { file }]) => [path, file])))
    const wanted = new Set(key.split(' ').filter(Boolean))
    for (const [path, one] of all) {
      if (wanted.has(path)) continue
      all.delete(path)
      closed(one)
    }
    for (const path of wanted) {
      const known = all.get(path)
      if (known && !(known.file instanceof Error)) continue
      const one: Kept = { abort: new AbortController(), file: 'opening' }
      all.set(path, one)
      void openFile(path, one.abort.signal).then((file) => {
        one.file = file
        if (one.abort.signal.aborted) closed(one)
        else show()
      })
    }
    show()
  }, [key, attempt])

  useEffect(() => {
    const all = kept.current
    const stop = onTokenChange(() => {
      for (const { file } of all.values()) if (isPyramid(file)) file.setToken(readToken())
    })
    return () => {
      stop()
      for (const one of all.values()) closed(one)
      all.clear()
    }
  }, [])

  return (path) => files.get(path)
}

const isPyramid = (file: RasterFile): file is Pyramid => file !== 'opening' && !(file instanceof Error)

function closed({ abort, file }: Kept): void {
  abort.abort()
  if (isPyramid(file)) file.close()
}
