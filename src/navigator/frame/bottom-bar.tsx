import { IconCurrentLocation, IconNavigation, IconRuler2, IconStack2 } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { followModeAtom } from '../session/field-motion.ts'
import { measuringAtom } from '../session/measuring.ts'
import { useNavigator } from '../session/navigator-context.ts'
import { closePanelAtom, panelAtom, togglePanelAtom } from '../model/navigator-model.ts'
import { readingAtom } from '../model/position-atoms.ts'
import { FieldButton } from '../parts/field-button.tsx'
import classes from './bottom-bar.module.css'

/** The large buttons at the lower edge. */
export function BottomBar() {
  const { t } = useTranslation('navigator')
  const { watch, camera, measuring } = useNavigator().session
  const mode = useAtomValue(followModeAtom)
  const reading = useAtomValue(readingAtom)
  const measured = useAtomValue(measuringAtom)
  const panel = useAtomValue(panelAtom)
  const togglePanel = useSetAtom(togglePanelAtom)
  const closePanel = useSetAtom(closePanelAtom)
  const follow = () => {
    if (!reading) watch.restart()
    else if (mode === 'off') camera.goHere(reading)
    else camera.followNext()
  }
  const toggleMeasuring = () => {
    closePanel()
    const isCovered = panel !== null && panel !== 'compass'
    if (!measured || !isCovered) measuring.toggle(measured?.of ?? 'distance')
  }
  return (
    <div className={classes['bar']} data-thumb-bar>
      <FieldButton
        isLarge
        icon={mode === 'ahead' ? IconNavigation : IconCurrentLocation}
        label={t(`follow.${reading ? mode : 'locate'}`)}
        hint={mode === 'off' ? undefined : t(`follow.next.${mode}`)}
        isPressed={mode !== 'off'}
        onPress={follow}
      />
      <FieldButton
        isLarge
        icon={IconRuler2}
        label={t('measure.button')}
        opens="measure"
        isPressed={measured !== null}
        onPress={toggleMeasuring}
      />
      <FieldButton
        isLarge
        icon={IconStack2}
        label={t('overlay.button')}
        opens="overlay"
        isOpen={panel === 'overlay'}
        onPress={() => togglePanel('overlay')}
      />
    </div>
  )
}
