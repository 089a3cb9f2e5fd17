import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import type { HalfPair } from '../../map/tools/half-pair.ts'
import type { PointEvent } from '../../map/tools/points.ts'
import { halfPairAtom, toolsAtom } from '../model/tool-atoms.ts'

const KEY = 'palimpsest-half-pair'
const place = z.tuple([z.number(), z.number()])
/** The press that began a pair, and in which editor. */
const keptSchema = z.object({
  editor: z.string(),
  press: z.discriminatedUnion('side', [
    z.object({ side: z.literal('scan'), place }),
    z.object({ side: z.literal('map'), place }),
  ]),
})
type Press = z.output<typeof keptSchema>['press']

/**
 * Keeps the place that a pair was begun with for the tab: it is no point yet, so that no draft has it, and a page that is
 * loaded anew begins the pair with it again.
 *
 * @param editor names the user and the map
 * @param isEditing points may be placed here
 */
export function useKeptHalfPair(editor: string, isEditing: boolean): void {
  const store = useStore()
  const isTakenUp = useRef(false)
  const takeUp = useEffectEvent(() => {
    if (isTakenUp.current) return
    isTakenUp.current = true
    const press = kept(editor)
    if (press && store.get(halfPairAtom) === null) store.get(toolsAtom).send(eventOf(press))
  })
  useEffect(() => {
    if (isEditing) takeUp()
  }, [isEditing])
  useEffect(
    () =>
      store.sub(halfPairAtom, () => {
        const half = store.get(halfPairAtom)
        keep(half && { editor, press: pressOf(half) })
      }),
    [store, editor],
  )
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

function kept(editor: string): Press | undefined {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return parsed.success && parsed.data.editor === editor ? parsed.data.press : undefined
  } catch {
    // Storage that the browser forbids, or a text that is not ours.
    return undefined
  }
}

function keep(half: z.input<typeof keptSchema> | null): void {
  try {
    if (half) sessionStorage.setItem(KEY, JSON.stringify(half))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Where the browser forbids storage a begun pair is lost with its page.
  }
}
