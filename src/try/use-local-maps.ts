import { useEffect, useState } from 'react'
import { type LocalMap, localMaps, onLocalChange } from './local-maps.ts'

/** The maps of this device, as they change in any tab; none until they are read, or where the browser keeps nothing. */
export function useLocalMaps(): readonly LocalMap[] {
  const [maps, setMaps] = useState<readonly LocalMap[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = () =>
      void localMaps()
        .catch(() => [])
        .then((found) => isCurrent && setMaps(found))
    read()
    const stop = onLocalChange(read)
    return () => {
      isCurrent = false
      stop()
    }
  }, [])
  return maps
}
