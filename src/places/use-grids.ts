import { useEffect, useState } from 'react'
import type { Grids } from './coordinate-rows.ts'

/** The projections of grids, once they are wanted. */
export function useGrids(isWanted: boolean): Grids | null {
  const [grids, setGrids] = useState<Grids | null>(null)
  useEffect(() => {
    if (!isWanted || grids) return
    import('../../gcp-files/ground-grids.ts').then(
      (loaded) => setGrids(loaded),
      (error: unknown) => console.error(error),
    )
  }, [isWanted, grids])
  return grids
}
