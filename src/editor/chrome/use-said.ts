import { useAtomValue, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { formatLonLat } from '../../places/coordinate-text.ts'
import { formatCoordinate } from '../../ui/number-format.ts'
import { committedDocumentAtom, saidAtom } from '../model/document-atoms.ts'
import type { Said } from '../model/document-atoms.ts'

/** Presses of an arrow are said once they pause this long: each one would cut off the one before. */
const PAUSE_MS = 600

/** The last step in words, with where its point lies now; null before there is one. */
export function useSaid(): { readonly text: string; readonly serial: number } | null {
  const { t, i18n } = useTranslation('editor')
  const store = useStore()
  const said = useAtomValue(saidAtom)
  const [shown, show] = useState<{ readonly said: Said; readonly place: string } | null>(null)

  useEffect(() => {
    if (!said) return undefined
    const { action, number = 0 } = said.label
    const placeNow = () => {
      const point = store.get(committedDocumentAtom).points[number - 1]
      const two = (value: number) => formatCoordinate(value, i18n.language)
      if (!point || said.way !== 'done') return ''
      if (action === 'moveMap') return formatLonLat(...lonLatOf(point.map), i18n.language)
      if (action !== 'moveImage' && action !== 'predict') return ''
      return t('readout.pixel', { x: two(point.image[0]), y: two(point.image[1]) })
    }
    const timer = setTimeout(() => show({ said, place: placeNow() }), said.isMore ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [said, store, t, i18n.language])

  if (!shown) return null
  const { way, label, serial } = shown.said
  const values = { number: label.number ?? 0, count: label.count ?? 0 }
  const text =
    way === 'done'
      ? t(`said.${label.action}`, values)
      : t(`said.${way}`, { step: t(`step.${label.action}`, values) })
  return { text: shown.place ? `${text}: ${shown.place}` : text, serial }
}
