import { useEffect, useState } from 'react'
import type { MapPoint } from '../../../../contract/control-points.ts'
import type { DatumTie } from '../../../../contract/datum-tie.ts'
import { type Corners, type EdgeFault, readEdges } from '../../model/sheet/sheet-edges.ts'
import { codeOf, meridianOf, type SheetReckoning } from '../../model/sheet/sheet-reckoning.ts'
import { cornersOnMap, type SheetSystem, systemOf } from '../../model/sheet/sheet-system.ts'
import type { SheetField, SheetTexts } from '../../model/sheet/sheet-texts.ts'

/** What the typed sides say. */
export type ToldCorners =
  | { readonly kind: 'reading' | 'open' | 'unknownSystem' | 'outside' | 'failed' }
  | { readonly kind: 'faults'; readonly faults: Readonly<Partial<Record<SheetField, EdgeFault>>> }
  | { readonly kind: 'corners'; readonly corners: Corners<MapPoint>; readonly datum: DatumTie }

const READING = { kind: 'reading' } as const

/** The corners on the map of what was typed, and the system that it is counted in (null: none is known yet). */
export function useToldCorners(texts: SheetTexts, reckoning: SheetReckoning) {
  const [told, setTold] = useState<ToldCorners>(READING)
  const [system, setSystem] = useState<SheetSystem | null>(null)
  useEffect(() => {
    let isCurrent = true
    const tell = async (): Promise<{ told: ToldCorners; system: SheetSystem | null }> => {
      const code = codeOf(reckoning)
      if (code === undefined) return { told: { kind: 'open' }, system: null }
      const found = await systemOf(code, meridianOf(reckoning))
      return { told: found ? toldIn(texts, found) : { kind: 'unknownSystem' }, system: found }
    }
    void tell()
      .catch(() => ({ told: { kind: 'failed' } as const, system: null }))
      .then((next) => {
        if (!isCurrent) return
        setTold(next.told)
        setSystem(next.system)
      })
    return () => {
      isCurrent = false
    }
  }, [texts, reckoning])
  return { told, system }
}

function toldIn(texts: SheetTexts, system: SheetSystem): ToldCorners {
  const reading = readEdges(texts, system.isAngular)
  if (reading.kind !== 'edges') return reading
  const found = cornersOnMap(reading.edges, system)
  return found ? { kind: 'corners', ...found } : { kind: 'outside' }
}
