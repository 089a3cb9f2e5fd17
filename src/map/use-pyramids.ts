import { useEffect, useState } from 'react'
import { openRasterClient, RasterError } from '../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../workers/raster/raster-client.ts'
import { onTokenChange, readToken } from '../api/bearer-token.ts'
import { addressOf, fileUrl, unsignedPath } from '../api/file-path.ts'

/** The page's one client of the raster worker, which starts with the first file. */
export const rasterClient = openRasterClient()

/** Files by their position in the list that was asked for; an error in the place of one that could not be opened. */
export type OpenedFiles = readonly (Pyramid | RasterError)[]

/** Whether a file could be opened. */
export const isOpen = (file: Pyramid | RasterError): file is Pyramid => !(file instanceof RasterError)

/**
 * Opens files of map records together and closes them when others are asked for.
 * @param paths relative to `/api/`. Their signatures are left off: they would change with every record, and the bearer
 *   token opens the files as well, longer than an hour. Not `signed`: who has no account has nothing else.
 * @param attempt another number opens the same files anew
 * @returns null until all have been opened or have failed
 */
export function usePyramids(
  paths: readonly string[],
  attempt = 0,
  signatures: 'unsigned' | 'signed' = 'unsigned',
): OpenedFiles | null {
  const key = paths.map((path) => fileUrl(signatures === 'signed' ? path : unsignedPath(path))).join(' ')
  const [opened, setOpened] = useState<{ readonly key: string; readonly files: OpenedFiles } | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const urls = key.split(' ').filter(Boolean)
    const open = urls.map((url) => openUrl(url, abort.signal))
    let files: OpenedFiles = []
    const closeAll = () => {
      for (const pyramid of files.filter(isOpen)) pyramid.close()
    }
    void Promise.all(open).then((all) => {
      files = all
      if (abort.signal.aborted) closeAll()
      else setOpened({ key, files })
    })
    const stop = onTokenChange(() => {
      for (const pyramid of files.filter(isOpen)) pyramid.setToken(readToken())
    })
    return () => {
      stop()
      abort.abort()
      closeAll()
    }
  }, [key, attempt])
  return opened?.key === key ? opened.files : null
}

export type PyramidState =
  | { readonly status: 'none' | 'opening' }
  | { readonly status: 'open'; readonly pyramid: Pyramid }
  | { readonly status: 'failed'; readonly error: RasterError }

/** One file as `usePyramids` opens it; `none` where there is no path. */
export function usePyramid(
  path: string | null,
  attempt = 0,
  signatures: 'unsigned' | 'signed' = 'unsigned',
): PyramidState {
  const [file] = usePyramids(path === null ? [] : [path], attempt, signatures) ?? []
  if (path === null) return { status: 'none' }
  if (!file) return { status: 'opening' }
  return isOpen(file) ? { status: 'open', pyramid: file } : { status: 'failed', error: file }
}

const openUrl = (url: string, signal: AbortSignal): Promise<Pyramid | RasterError> =>
  rasterClient.open(addressOf(url), signal).catch(asRasterError)

/** Opens one file by its path below `/api/`; an error where it cannot be. */
export const openFile = (path: string, signal: AbortSignal) => openUrl(fileUrl(unsignedPath(path)), signal)

/** What a failed opening means. */
export function asRasterError(error: unknown): RasterError {
  return error instanceof RasterError
    ? error
    : new RasterError({ code: 'network', message: error instanceof Error ? error.message : String(error) })
}
