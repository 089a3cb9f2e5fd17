import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { RasterErrorCode } from '../../../workers/raster/raster-api.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { unsignedPath } from '../../api/file-path.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { inBrowser, opacityAtom } from '../../map/overlay-opacity.ts'
import type { ComparedAs, Overlay, OverlayLook } from '../../map/pane-props.ts'
import { useRasterFiles } from '../../map/use-raster-files.ts'
import type { RasterFile } from '../../map/use-raster-files.ts'
import { onceFor } from '../../map/once-for.ts'
import { useFoundTitle } from '../../queries/find-queries.ts'
import { useMapRecords } from '../../queries/map-queries.ts'
import { INK_COLOURS, isPlain, type MapLook, PLAIN_LOOK } from '../model/map-look.ts'
import type { ViewerState } from '../model/viewer-state.ts'
import { drawnInComparison } from '../model/compared-pair.ts'
import { FILE_ID } from '../model/shown-name.ts'
import { stackOf } from '../model/shown-stack.ts'

/** What has become of a map that is to be shown. */
type ShownStatus =
  | { readonly kind: 'loading' | 'shown' }
  /** It has no transformed file. */
  | { readonly kind: 'untransformed' }
  /** Deleted, or not public any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly code: RasterErrorCode }

/** A map of the stack with what is known of it. */
export interface ShownMap {
  readonly id: string
  /** Null until its record has come. */
  readonly record: MapRecord | null
  readonly title: string | null
  /** Relative to `/api/`; null: there is none. */
  readonly path: string | null
  readonly opacity: number
  readonly look: MapLook
  readonly isPinned: boolean
  readonly status: ShownStatus
  readonly raster: Pyramid | null
  /** Where it lies, EPSG:3857 metres; null until that is known. */
  readonly box: MapBox | null
}

export interface ShownMaps {
  /** From bottom to top. */
  readonly maps: readonly ShownMap[]
  readonly overlays: readonly Overlay[]
  /** Those that a comparison can hold against one another, from bottom to top. */
  readonly comparable: readonly ShownMap[]
  /** Asks anew for whatever could not be fetched. */
  readonly retry: () => void
}

/** The maps of the stack, each with its record and its file. */
export function useShownMaps(state: ViewerState): ShownMaps {
  const [attempt, setAttempt] = useState(0)
  const foundTitle = useFoundTitle()
  const chosenOpacity = useAtomValue(opacityAtom, inBrowser)
  const stack = useMemo(() => stackOf(state), [state])
  const records = useMapRecords(stack.map(({ id }) => id))
  const lonePath = state.selectedId === null ? state.tiffUrl : undefined
  const pathOf = (record: MapRecord | undefined) => {
    const path = record?.files.transformedPath ?? null
    return path === null ? null : unsignedPath(path)
  }
  // A pinned map that is gone has a title and nothing to draw.
  const paths = records.map(({ data, error }) => (isGone(error) ? null : pathOf(data)))
  const lone = lonePath === undefined ? null : safePath(lonePath)
  const fileOf = useRasterFiles(
    [...new Set([...paths, lone])].filter((path) => path !== null),
    attempt,
  )

  const maps = stack.map(({ id, opacity, look = PLAIN_LOOK, isPinned }, at): ShownMap => {
    const { data: record = null, error = null } = records[at] ?? {}
    const path = paths[at] ?? null
    const file = path === null ? undefined : fileOf(path)
    return {
      id,
      record,
      title: record?.titles.title ?? foundTitle(id),
      path,
      opacity: opacity ?? chosenOpacity,
      look,
      isPinned,
      status: record && !isGone(error) ? statusOf(path, file) : missing(error),
      raster: pyramidOf(file),
      box: record?.corners ?? boxOfFile(pyramidOf(file)),
    }
  })
  if (lone !== null) {
    const file = fileOf(lone)
    const raster = pyramidOf(file)
    maps.push({
      id: FILE_ID,
      record: null,
      title: null,
      path: lone,
      opacity: chosenOpacity,
      look: state.look ?? PLAIN_LOOK,
      isPinned: false,
      status: statusOf(lone, file),
      raster,
      box: boxOfFile(raster),
    })
  }
  const drawn = maps.filter(({ id }) => state.soloId === null || state.soloId === id)
  const retry = () => {
    for (const { isError, refetch } of records) if (isError) void refetch()
    setAttempt(attempt + 1)
  }
  const comparable = maps.filter(({ status: { kind } }) => kind === 'shown' || kind === 'loading')
  // What is yet to come has its part already: the one that is there must not take it meanwhile.
  const compared = state.comparison
    ? drawnInComparison(
        drawn.filter((map) => comparable.includes(map)),
        state.pair,
      )
    : null
  const overlays = compared
    ? compared.flatMap(({ map, comparedAs }) => overlaysOf([map], comparedAs))
    : overlaysOf(drawn)
  return { maps, overlays, comparable, retry }
}

/** What there is to draw of maps, from bottom to top. */
export const overlaysOf = (maps: readonly ShownMap[], comparedAs?: ComparedAs): Overlay[] =>
  maps.flatMap(({ raster, opacity, look }): Overlay[] =>
    raster?.grid
      ? [{ kind: 'file', raster, opacity, comparedAs, ...(!isPlain(look) && { look: drawnLook(look) }) }]
      : [],
  )

const drawnLook = onceFor(({ paperPercent, ink, isMultiplied }: MapLook): OverlayLook => {
  return { paper: paperPercent / 100, ink: ink && INK_COLOURS[ink], isMultiplied }
})

/** A path of ours; null for what leads elsewhere. */
function safePath(path: string): string | null {
  return /^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(path) ? null : unsignedPath(path)
}

const pyramidOf = (file: RasterFile | undefined): Pyramid | null =>
  file === undefined || file === 'opening' || file instanceof Error ? null : file

function statusOf(path: string | null, file: RasterFile | undefined): ShownStatus {
  if (path === null) return { kind: 'untransformed' }
  if (file instanceof Error)
    return file.code === 'notFound' || file.code === 'forbidden'
      ? { kind: 'gone' }
      : { kind: 'failed', code: file.code }
  if (file === undefined || file === 'opening') return { kind: 'loading' }
  return file.grid ? { kind: 'shown' } : { kind: 'failed', code: 'unsupported' }
}

const isGone = (error: Error | null) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403)

function missing(error: Error | null): ShownStatus {
  if (!error) return { kind: 'loading' }
  return isGone(error) ? { kind: 'gone' } : { kind: 'failed', code: 'network' }
}

function boxOfFile(raster: Pyramid | null): MapBox | null {
  if (!raster?.grid) return null
  const { originX, originY, pixelSize } = raster.grid
  return {
    minX: originX,
    minY: originY - raster.height * pixelSize,
    maxX: originX + raster.width * pixelSize,
    maxY: originY,
  }
}
