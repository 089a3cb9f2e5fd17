import { useCallback, useEffect, useState } from 'react'
import { keptDatabase } from '../../workers/kept/kept-database-api.ts'
import type { KeptArea } from '../../workers/kept/kept-database-api.ts'
import { AreaGoneError, freeArea as freeParts } from '../../workers/kept/kept-parts-api.ts'

const CHANGES = 'palimpsest-kept'

/** What is kept on this device for a user, the newest first. */
export interface KeptAreas {
  /** Null until it has been read. */
  readonly areas: readonly KeptArea[] | null
  /** The browser keeps nothing for this page. */
  readonly isRefused: boolean
}

/** The kept areas of a user; they follow what happens in other windows as well. */
export function useKeptAreas(userId: string | undefined): KeptAreas {
  const [state, setState] = useState<KeptAreas>({ areas: null, isRefused: false })
  const read = useCallback(() => {
    if (userId === undefined) return
    areasOf(userId).then(
      (areas) => setState({ areas, isRefused: false }),
      (error: unknown) => {
        console.warn(error)
        setState({ areas: [], isRefused: true })
      },
    )
  }, [userId])
  useEffect(() => {
    const channel = new BroadcastChannel(CHANGES)
    channel.addEventListener('message', read)
    window.addEventListener(CHANGES, read)
    read()
    return () => {
      channel.close()
      window.removeEventListener(CHANGES, read)
    }
  }, [read])
  return state
}

async function areasOf(userId: string): Promise<KeptArea[]> {
  const all = await (await keptDatabase()).getAll('areas')
  return all.filter((area) => area.userId === userId).toSorted((a, b) => b.keptAtMs - a.keptAtMs)
}

/** Begins a new area. Rejects where the browser forbids storage or the device is full. */
export async function addArea(area: KeptArea): Promise<void> {
  await (await keptDatabase()).put('areas', area)
  tellChange()
}

/** How far an area has come. @throws AreaGoneError where it was freed meanwhile. */
export async function changeArea(
  id: string,
  change: Partial<Pick<KeptArea, 'bytes' | 'wholeBytes' | 'isWhole'>>,
): Promise<void> {
  const transaction = (await keptDatabase()).transaction('areas', 'readwrite')
  const area = await transaction.store.get(id)
  if (!area) throw new AreaGoneError(id)
  await Promise.all([transaction.store.put({ ...area, ...change }), transaction.done])
  tellChange()
}

/** Removes an area with all that no other one needs. */
export async function freeArea(id: string): Promise<void> {
  await freeParts(id)
  tellChange()
}

function tellChange(): void {
  window.dispatchEvent(new Event(CHANGES))
  const channel = new BroadcastChannel(CHANGES)
  channel.postMessage(null)
  channel.close()
}
