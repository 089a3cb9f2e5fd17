import { useEffect, useState } from 'react'
import type { BaseMaps } from '../../contract/base-map.ts'
import { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'

/** What this instance has to lay maps on. */
export function useBaseMaps(attempt: number): BaseMaps | 'failed' | null {
  const [baseMaps, setBaseMaps] = useState<BaseMaps | 'failed' | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    callApi(config, {}, { signal: abort.signal }).then(
      (settings) => setBaseMaps(settings.baseMaps),
      () => {
        if (!abort.signal.aborted) setBaseMaps('failed')
      },
    )
    return () => abort.abort()
  }, [attempt])
  return baseMaps
}
