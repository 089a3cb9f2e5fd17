import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './hold-button.module.css'

interface HoldButtonProps {
  readonly isHidden: boolean
  readonly onHidden: (isHidden: boolean) => void
}

/** Hides the old map while it is held, by a finger or by the space bar. */
export function HoldButton({ isHidden, onHidden }: HoldButtonProps) {
  const { t } = useTranslation('navigator')
  const Glyph = isHidden ? IconEyeOff : IconEye
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter'
  return (
    <button
      type="button"
      className={classes['hold']}
      aria-label={t('overlay.hold')}
      title={t('overlay.hold')}
      aria-pressed={isHidden}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onHidden(true)
      }}
      onPointerUp={() => onHidden(false)}
      onPointerCancel={() => onHidden(false)}
      onLostPointerCapture={() => onHidden(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => isKey(event) && onHidden(true)}
      onKeyUp={(event) => isKey(event) && onHidden(false)}
      onBlur={() => onHidden(false)}
    >
      <Glyph size={24} stroke={1.75} aria-hidden />
    </button>
  )
}
