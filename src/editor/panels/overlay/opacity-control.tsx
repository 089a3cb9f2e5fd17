import { ActionIcon, Slider, Text } from '@mantine/core'
import { IconCircleHalf2 } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../../../ui/use-layer.ts'
import classes from './opacity-control.module.css'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

/** Until the slider folds up after the pointer has left it. */
const HIDE_AFTER_MS = { phone: 3000, desktop: 300 }

interface OpacityControlProps {
  /** 0 to 1. */
  readonly opacity: number
  readonly onChange: (opacity: number) => void
  /** The overlay is switched off for now. */
  readonly isHidden: boolean
  /** The slider shows although nobody points at it, e.g. while O is held. */
  readonly isForced: boolean
}

/** The overlay's opacity: a button that unfolds a slider, and folds up by itself. */
export function OpacityControl({ opacity, onChange, isHidden, isForced }: OpacityControlProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<number | undefined>(undefined)
  const isPressed = useRef(false)
  const release = () => {
    window.clearTimeout(timer.current)
    // Beneath a finger that rests it would fold up, and what the finger does then would move the map.
    if (isPressed.current) return
    timer.current = window.setTimeout(
      () => setOpen(false),
      isPhone ? HIDE_AFTER_MS.phone : HIDE_AFTER_MS.desktop,
    )
  }
  const hold = () => {
    window.clearTimeout(timer.current)
    setOpen(true)
    // A finger leaves nothing behind: what it touched last may well be told of after it was lifted.
    if (isPhone) release()
  }
  const press = () => {
    isPressed.current = true
    hold()
    const lifted = new AbortController()
    const lift = () => {
      lifted.abort()
      isPressed.current = false
      if (isPhone) release()
    }
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, lift, { signal: lifted.signal })
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // Back folds it before it leaves the page.
  useLayer(isPhone && isOpen, () => setOpen(false), { leavesKeys: true })

  const percent = Math.round(opacity * 100)
  const isShown = isOpen || isForced
  return (
    <div
      className={`${classes['control']} ${isShown ? '' : classes['collapsed']}`}
      onPointerEnter={hold}
      onPointerDown={press}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      title={isPhone ? undefined : t('overlay.hint')}
    >
      <ActionIcon
        variant="transparent"
        color="gray"
        size={isPhone ? 44 : 36}
        aria-label={isHidden ? t('overlay.hidden') : t('overlay.opacity')}
        aria-expanded={isShown}
        onClick={() => {
          hold()
        }}
      >
        <IconCircleHalf2 size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Slider
        className={classes['slider'] ?? ''}
        value={percent}
        onChange={(value) => {
          hold()
          onChange(value / 100)
        }}
        onChangeEnd={isPhone ? release : undefined}
        min={0}
        max={100}
        step={5}
        label={null}
        thumbLabel={t('overlay.opacity')}
        thumbValueText={t('overlay.percent', { value: percent })}
        size="sm"
      />
      <Text size="sm" className={classes['value'] ?? ''} aria-hidden>
        {t('overlay.percent', { value: percent })}
      </Text>
    </div>
  )
}
