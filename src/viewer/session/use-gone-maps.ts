import { useEffect, useEffectEvent, useState } from 'react'
import type { ShownMap } from './use-shown-maps.ts'

/**
 * Notices maps that were shown here and are no longer there, or no longer public: others may delete a map or make it
 * private at any time.
 *
 * @param onGone takes them from the stack
 * @returns the titles of those that went last; `forget` once that was read
 */
export function useGoneMaps(
  maps: readonly ShownMap[],
  onGone: (ids: readonly string[]) => void,
): { readonly titles: readonly string[]; readonly forget: () => void } {
  const [told, setTold] = useState<{ readonly key: string; readonly titles: readonly string[] }>({
    key: '',
    titles: [],
  })
  // Of one that was never there nothing is known: its row says so, and leaves it to the reader.
  const gone = maps.filter(({ status, record }) => status.kind === 'gone' && record !== null)
  const key = gone.map(({ id }) => id).join()
  if (key !== told.key)
    setTold({ key, titles: key === '' ? told.titles : gone.map(({ title }) => title ?? '') })
  const take = useEffectEvent(() => {
    if (gone.length > 0) onGone(gone.map(({ id }) => id))
  })
  useEffect(() => take(), [key])
  return { titles: told.titles, forget: () => setTold({ key, titles: [] }) }
}
