import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { hideOverlayAtom, isOverlayHiddenAtom } from '../model/navigator-model.ts'
import classes from './hold-button.module.css'

/** Hides the old map while it is held, by a finger or by the space bar. */
export function HoldButton() {
  const isHidden = useAtomValue(isOverlayHiddenAtom)
  const hide = useSetAtom(hideOverlayAtom)
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
        hide(true)
      }}
      onPointerUp={() => hide(false)}
      onPointerCancel={() => hide(false)}
      onLostPointerCapture={() => hide(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => isKey(event) && hide(true)}
      onKeyUp={(event) => isKey(event) && hide(false)}
      onBlur={() => hide(false)}
    >
      <Glyph size={24} stroke={1.75} aria-hidden />
    </button>
  )
}
