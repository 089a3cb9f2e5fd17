import { IconMapPinCode } from '@tabler/icons-react'
import { useAtomValue, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../../parts/tool-button.tsx'
import classes from '../../parts/pane-frame.module.css'
import { isCroppingAtom } from '../../model/tool-atoms.ts'
import { openPlaceEntry, placeEntryAtom } from '../../model/place-entry/open-place-entry.ts'

/** Opens the field for a typed place, on a phone. */
export function PlaceEntryButton() {
  const { t } = useTranslation('editor')
  const store = useStore()
  const isOpen = useAtomValue(placeEntryAtom) !== null
  const isCropping = useAtomValue(isCroppingAtom)
  return (
    <div className={classes['floating']}>
      <ToolButton
        icon={IconMapPinCode}
        label={t('placeEntry.title')}
        shortcut="G"
        size={44}
        expanded={isOpen}
        disabled={isCropping}
        onClick={() => {
          if (isOpen) store.set(placeEntryAtom, null)
          else openPlaceEntry(store)
        }}
      />
    </div>
  )
}
