import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../../ui/i18n/i18n.ts'
import { loadOnce } from '../../../ui/load-once.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { CLOSES_BY_ESCAPE } from '../../tools/use-editor-keys.ts'
import classes from '../../parts/pane-frame.module.css'
import { placeEntryAtom } from '../../model/place-entry/open-place-entry.ts'
import type { PlaceEntryProps } from './place-entry.tsx'

const usePart = loadOnce<PlaceEntryProps>(async () => {
  const [part] = await Promise.all([import('./place-entry.tsx'), i18n.loadNamespaces('placeEntry')])
  return part.PlaceEntry
})

/**
 * The field for a typed place with what reads it, loaded when it is first wanted. Where it cannot come, because the line
 * is cut or the product was renewed, a notice says so and the field is closed.
 */
export function LatePlaceEntry(
  props: Omit<PlaceEntryProps, 'firstText' | 'isEntered' | 'opener'>,
): ReactNode {
  const { t } = useTranslation(['common', 'editor'])
  const close = useSetAtom(placeEntryAtom)
  const [firstText, setFirstText] = useState('')
  const [isEntered, setEntered] = useState(false)
  const [opener] = useState(() => document.activeElement)
  const { Part } = usePart(() => {
    toast.error(t('part.missing'))
    close(null)
  })
  if (Part) return <Part {...props} firstText={firstText} isEntered={isEntered} opener={opener} />
  // What is typed meanwhile belongs into the field: for the map the letters of a name would be commands.
  return (
    <input
      ref={(field) => field?.focus({ preventScroll: true })}
      className={classes['early']}
      aria-label={t('editor:placeEntry.label')}
      maxLength={300}
      value={firstText}
      {...{ [CLOSES_BY_ESCAPE]: '' }}
      onChange={({ currentTarget: { value } }) => {
        setFirstText(value)
        setEntered(false)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close(null)
        if (key === 'Enter') setEntered(true)
      }}
    />
  )
}
