import { IconDownload, IconMinus, IconNavigation, IconPlus, IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HoldButton } from '../overlay/hold-button.tsx'
import { FieldButton } from './field-button.tsx'
import classes from './side-buttons.module.css'

interface SideButtonsProps {
  /** Hides the old map while it is held; null: there is none. */
  readonly hold: { readonly isHidden: boolean; readonly onHidden: (isHidden: boolean) => void } | null
  readonly isRecording: boolean
  /** Something recorded is in memory alone. */
  readonly isUnkept: boolean
  readonly isTrackOpen: boolean
  readonly onTrack: () => void
  readonly isKeepOpen: boolean
  readonly onKeep: () => void
  /** North is not up. */
  readonly isTurned: boolean
  readonly onNorthUp: () => void
  readonly onZoom: (levels: number) => void
}

/** The buttons at the side of the map, beneath the thumb. */
export function SideButtons(props: SideButtonsProps) {
  const { t } = useTranslation('navigator')
  const { hold, isRecording, isUnkept } = props
  return (
    <div className={classes['right']}>
      {hold ? <HoldButton isHidden={hold.isHidden} onHidden={hold.onHidden} /> : null}
      <FieldButton
        icon={IconRoute}
        label={t(isUnkept ? 'track.buttonUnkept' : isRecording ? 'track.buttonRecording' : 'track.button')}
        isActive={isRecording}
        isAlarming={isUnkept}
        opens="track"
        isOpen={props.isTrackOpen}
        onPress={props.onTrack}
      />
      <FieldButton
        icon={IconDownload}
        label={t('keep.title')}
        opens="keep"
        isOpen={props.isKeepOpen}
        onPress={props.onKeep}
      />
      <FieldButton
        icon={IconNavigation}
        iconStyle={{ rotate: 'calc(var(--bearing, 0) * -1deg)' }}
        label={t('resetRotation')}
        isDisabled={!props.isTurned}
        onPress={props.onNorthUp}
      />
      <FieldButton icon={IconPlus} label={t('zoomIn')} onPress={() => props.onZoom(1)} />
      <FieldButton icon={IconMinus} label={t('zoomOut')} onPress={() => props.onZoom(-1)} />
    </div>
  )
}
