import { atom, useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { committedDocumentAtom, redoLabelAtom } from '../model/document-atoms.ts'
import { isRegionAskedAtom } from '../model/region-asked.ts'
import { croppingAtom } from '../model/tool-atoms.ts'
import { shownSideAtom, viewModeAtom } from '../model/view-atoms.ts'
import { useTools } from './use-tools.ts'

/** Nothing was placed, laid or cropped, nor undone again. */
const isUntouchedAtom = atom((get) => {
  const { points, laid, mask } = get(committedDocumentAtom)
  return points.length === 0 && mask.length === 0 && laid === undefined && get(redoLabelAtom) === null
})

/** Asks first of all which part of the scan a map is that has others beside it: cropping begins by itself, once. */
export function useAskRegion({ mapsOnScan = 0 }: Pick<MapRecord, 'mapsOnScan'>, mayAsk: boolean): void {
  const store = useStore()
  const send = useTools()
  const isUntouched = useAtomValue(isUntouchedAtom)
  const isDue = mayAsk && mapsOnScan > 0 && isUntouched
  useEffect(() => {
    if (!isDue || store.get(isRegionAskedAtom)) return
    store.set(isRegionAskedAtom, true)
    if (store.get(croppingAtom)) return
    if (store.get(viewModeAtom) === 'result') store.set(viewModeAtom, 'split')
    store.set(shownSideAtom, 'scan')
    send({ type: 'cropToggled' })
  }, [isDue, store, send])
}
