import { useStore } from 'jotai'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import type { HalfPair } from '../../map/tools/half-pair.ts'
import type { PointEvent } from '../../map/tools/points.ts'
import { storedValue } from '../../ui/stored-value.ts'
import type { AtomStore } from '../../ui/value-atoms.ts'
import { halfPairAtom, toolsAtom } from '../model/tool-atoms.ts'

const place = z.tuple([z.number(), z.number()])
/** The press that began a pair, and in which editor. */
const storedSchema = z.object({
  editor: z.string(),
  press: z.discriminatedUnion('side', [
    z.object({ side: z.literal('scan'), place }),
    z.object({ side: z.literal('map'), place }),
  ]),
})
type Press = z.output<typeof storedSchema>['press']

const stored = storedValue('palimpsest-half-pair', storedSchema, 'tab')

/**
 * Persists a half-placed pair for the tab. It is not a control point yet, so that drafts do not cover it; a reloaded page
 * begins the pair with it again.
 *
 * @param editor names the user and the map
 */
export function createStoredHalfPair(store: AtomStore, editor: string) {
  let isRestored = false
  return {
    /** Begins the pair again, once and only where none is begun. */
    restore() {
      if (isRestored) return
      isRestored = true
      const last = stored.read()
      if (last?.editor === editor && store.get(halfPairAtom) === null)
        store.get(toolsAtom).send(eventOf(last.press))
    },
    /** Writes the pair down whenever it changes. Returns how to stop. */
    start: () =>
      store.sub(halfPairAtom, () => {
        const half = store.get(halfPairAtom)
        stored.write(half ? { editor, press: pressOf(half) } : undefined)
      }),
  }
}

/** @param isEditing points may be placed here */
export function useStoredHalfPair(editor: string, isEditing: boolean): void {
  const store = useStore()
  const pair = useMemo(() => createStoredHalfPair(store, editor), [store, editor])
  useEffect(() => {
    if (isEditing) pair.restore()
  }, [pair, isEditing])
  useEffect(() => pair.start(), [pair])
}

function pressOf(half: HalfPair): Press {
  switch (half.kind) {
    case 'imageSet':
      return { side: 'scan', place: [half.image[0], half.image[1]] }
    case 'mapSet':
      return { side: 'map', place: [half.map[0], half.map[1]] }
    case 'predicted':
      return { side: 'map', place: [half.from[0], half.from[1]] }
  }
}

const eventOf = ({ side, place: [x, y] }: Press): PointEvent =>
  side === 'scan'
    ? { type: 'scanPressed', image: [x, y], isOnScan: true }
    : { type: 'mapPressed', map: [x, y] }
