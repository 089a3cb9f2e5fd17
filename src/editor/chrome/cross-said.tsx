import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import type { Side } from '../../map/pane-props.ts'
import { formatLonLat } from '../../places/coordinate-text.ts'
import { formatCoordinate } from '../../ui/number-format.ts'
import { layingAtom } from '../model/tool-atoms.ts'
import { isSyncAtom, mapCentreAtom, scanCentreAtom } from '../model/view-atoms.ts'

/** A run of arrows is said once it pauses this long. */
const PAUSE_MS = 800
/** A move that long after the last key is not of the keyboard. */
const OF_KEYS_MS = 3000

/** Where a crosshair stands once keys have moved it, for those who do not see it. */
export function CrossSaid() {
  const { t, i18n } = useTranslation('editor')
  const store = useStore()
  const [text, setText] = useState('')
  useEffect(() => {
    const two = (value: number) => formatCoordinate(value, i18n.language)
    let [timer, lastKeyMs] = [0, -Infinity]
    const onKey = (event: KeyboardEvent) => (lastKeyMs = event.timeStamp)
    const placeOf = (side: Side) => {
      const [image, map] = [store.get(scanCentreAtom), store.get(mapCentreAtom)]
      if (side === 'scan')
        return (
          image &&
          t('said.crossOnScan', { place: t('readout.pixel', { x: two(image[0]), y: two(image[1]) }) })
        )
      return map && t('said.crossOnMap', { place: formatLonLat(...lonLatOf(map), i18n.language) })
    }
    const onMoved = (side: Side) => () => {
      const focused = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')
      // The sheet that is being laid says itself where it lies.
      if (performance.now() - lastKeyMs > OF_KEYS_MS || store.get(layingAtom) !== null) return
      if (store.get(isSyncAtom) && focused !== side) return
      clearTimeout(timer)
      timer = window.setTimeout(() => setText(placeOf(side) ?? ''), PAUSE_MS)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    const stops = [store.sub(scanCentreAtom, onMoved('scan')), store.sub(mapCentreAtom, onMoved('map'))]
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, { capture: true })
      for (const stop of stops) stop()
    }
  }, [store, t, i18n.language])
  return <div role="status">{text}</div>
}
