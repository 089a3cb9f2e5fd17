import { IconCurrentLocation, IconNavigation, IconRuler2, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FollowMode } from '../follow/use-field-motion.ts'
import { FieldButton } from './field-button.tsx'
import classes from './bottom-bar.module.css'

interface BottomBarProps {
  readonly mode: FollowMode
  readonly hasPosition: boolean
  readonly onFollow: () => void
  readonly isMeasuring: boolean
  readonly onMeasure: () => void
  readonly isOverlayOpen: boolean
  readonly onOverlay: () => void
}

/** The large buttons at the lower edge. */
export function BottomBar({ mode, hasPosition, ...props }: BottomBarProps) {
  const { t } = useTranslation('navigator')
  return (
    <div className={classes['bar']} data-thumb-bar>
      <FieldButton
        isLarge
        icon={mode === 'ahead' ? IconNavigation : IconCurrentLocation}
        label={t(`follow.${hasPosition ? mode : 'locate'}`)}
        hint={mode === 'off' ? undefined : t(`follow.next.${mode}`)}
        isPressed={mode !== 'off'}
        onPress={props.onFollow}
      />
      <FieldButton
        isLarge
        icon={IconRuler2}
        label={t('measure.button')}
        opens="measure"
        isPressed={props.isMeasuring}
        onPress={props.onMeasure}
      />
      <FieldButton
        isLarge
        icon={IconStack2}
        label={t('overlay.button')}
        opens="overlay"
        isOpen={props.isOverlayOpen}
        onPress={props.onOverlay}
      />
    </div>
  )
}
