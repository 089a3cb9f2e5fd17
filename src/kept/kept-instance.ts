import { useEffect, useState } from 'react'
import type { BaseMaps } from '../../contract/base-map.ts'
import { keptDatabase } from '../../workers/kept/kept-database-api.ts'

const BASE_MAPS = 'baseMaps'

/**
 * The base maps of this instance as they were last told, for a navigator that opens without the server; null while they
 * are not known. `told`: what the server says now, which is kept.
 */
export function useKeptBaseMaps(told: BaseMaps | undefined): BaseMaps | null {
  const [kept, setKept] = useState<BaseMaps | null>(null)
  const [shown, setShown] = useState<BaseMaps | null>(null)
  // The same told again must not have the map drawn anew.
  const latest = told ?? kept
  if (latest !== shown && JSON.stringify(latest) !== JSON.stringify(shown)) setShown(latest)
  useEffect(() => {
    const done = told ? keep(told) : read().then(setKept)
    // Where storage is forbidden nothing opens without the server; the screen says so.
    done.catch((error: unknown) => console.warn(error))
  }, [told])
  return shown
}

async function keep(baseMaps: BaseMaps): Promise<void> {
  await (await keptDatabase()).put('instance', baseMaps, BASE_MAPS)
}

const read = async () => (await (await keptDatabase()).get('instance', BASE_MAPS)) ?? null
