import { IconDownload, IconMinus, IconNavigation, IconPlus, IconRoute } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigator } from '../session/navigator-context.ts'
import {
  closePanelAtom,
  isTurnedAtom,
  panelAtom,
  showPanelAtom,
  togglePanelAtom,
} from '../model/navigator-model.ts'
import { HoldButton } from '../overlay/hold-button.tsx'
import { positionProblemAtom } from '../model/position-atoms.ts'
import { isLogUnsavedAtom, recordedAtom } from '../model/recorded-atoms.ts'
import { FieldButton } from '../parts/field-button.tsx'
import classes from './side-buttons.module.css'

/** The buttons at the side of the map, beneath the thumb. */
export function SideButtons() {
  const { t } = useTranslation('navigator')
  const { session, field } = useNavigator()
  const { camera, pane, view } = session
  const panel = useAtomValue(panelAtom)
  const showPanel = useSetAtom(showPanelAtom)
  const togglePanel = useSetAtom(togglePanelAtom)
  const closePanel = useSetAtom(closePanelAtom)
  const problem = useAtomValue(positionProblemAtom)
  const mayCome = problem !== 'denied' && problem !== 'notSupported'
  const isRecording = useAtomValue(recordedAtom).isRecording && mayCome
  const isUnsaved = useAtomValue(isLogUnsavedAtom)
  const isTurned = useAtomValue(isTurnedAtom)
  const openKeep = () => {
    // The part is chosen, and its size shown, for where one is now: following goes on.
    const now = pane.current?.camera()
    if (now) view.note(now)
    showPanel('keep')
  }
  return (
    <div className={classes['right']}>
      {field.overlay ? <HoldButton /> : null}
      <FieldButton
        icon={IconRoute}
        label={t(isUnsaved ? 'track.buttonUnkept' : isRecording ? 'track.buttonRecording' : 'track.button')}
        isActive={isRecording}
        isAlarming={isUnsaved}
        opens="track"
        isOpen={panel === 'track'}
        onPress={() => togglePanel('track')}
      />
      <FieldButton
        icon={IconDownload}
        label={t('keep.title')}
        opens="keep"
        isOpen={panel === 'keep'}
        onPress={() => (panel === 'keep' ? closePanel() : openKeep())}
      />
      <FieldButton
        icon={IconNavigation}
        iconStyle={{ rotate: 'calc(var(--bearing, 0) * -1deg)' }}
        label={t('resetRotation')}
        isDisabled={!isTurned}
        onPress={camera.northUp}
      />
      <FieldButton icon={IconPlus} label={t('zoomIn')} onPress={() => camera.zoomBy(1)} />
      <FieldButton icon={IconMinus} label={t('zoomOut')} onPress={() => camera.zoomBy(-1)} />
    </div>
  )
}
