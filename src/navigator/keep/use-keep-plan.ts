import { useEffect, useState } from 'react'
import type { BaseMaps } from '../../../contract/base-map.ts'
import type { KeptRegion } from '../../../workers/kept/kept-database-api.ts'
import { openKeepClient } from '../../../workers/raster/keep-client.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { addressOf } from '../../api/file-path.ts'
import { baseTileUrls } from './base-tiles.ts'
import { chooseTiles } from './choose-tiles.ts'
import { bytesByFinest } from './keep-size.ts'

/** What keeping a region would take. */
export interface KeepPlan {
  readonly status: 'measuring' | 'ready' | 'failed'
  /** Bytes by the finest level that is kept; null: more tiles than can be kept at once. While measuring: of the last region. */
  readonly bytes: readonly (number | null)[]
  /** The old map reaches into the region. */
  readonly hasTiles: boolean
}

/** Choices of detail: the file's own, a half, a quarter. */
const FINEST = [0, 1, 2] as const
/** A hand that moves the map or drags a corner has come to rest. */
const REST_MS = 400

/** Measures a region of a file, as its own index tells. `region` must keep its identity while it is the same. */
export function useKeepPlan(
  file: Pyramid | null,
  baseMaps: BaseMaps,
  region: KeptRegion | null,
): KeepPlan | null {
  const [done, setDone] = useState<{ readonly region: KeptRegion; readonly plan: KeepPlan } | null>(null)
  useEffect(() => {
    if (!file || !region) return undefined
    const ending = new AbortController()
    const finish = (plan: KeepPlan) => {
      if (!ending.signal.aborted) setDone({ region, plan })
    }
    const timer = window.setTimeout(() => {
      measured(file, baseMaps, region, ending.signal).then(finish, (error: unknown) => {
        if (!ending.signal.aborted) console.warn(error)
        finish({ status: 'failed', bytes: [], hasTiles: true })
      })
    }, REST_MS)
    return () => {
      window.clearTimeout(timer)
      ending.abort()
    }
  }, [file, baseMaps, region])
  if (!file || !region) return null
  if (done?.region === region) return done.plan
  // The choices stay where they stand meanwhile.
  return { status: 'measuring', bytes: done?.plan.bytes ?? [], hasTiles: true }
}

async function measured(
  file: Pyramid,
  baseMaps: BaseMaps,
  region: KeptRegion,
  signal: AbortSignal,
): Promise<KeepPlan> {
  const choices = FINEST.filter((level) => level < file.levels.length)
  const least = choices.find((level) => chooseTiles(file, region, level))
  const tiles = least === undefined ? null : chooseTiles(file, region, least)
  if (least === undefined || !tiles)
    return { status: 'ready', bytes: choices.map(() => null), hasTiles: true }
  const client = openKeepClient(() => addressOf(file.url))
  try {
    const sizes = await client.measureTiles(tiles, signal)
    const all = bytesByFinest(tiles, sizes, file.levels.length, baseTileUrls(baseMaps, region).length)
    return {
      status: 'ready',
      bytes: choices.map((level) => (level < least ? null : (all[level] ?? 0))),
      hasTiles: sizes.some((size) => size > 0),
    }
  } finally {
    client.close()
  }
}
