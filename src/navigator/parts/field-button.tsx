import type { Icon } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Sheet } from '../session/use-focus-to-opener.ts'
import classes from './field-button.module.css'

export interface FieldButtonProps {
  readonly icon: Icon
  /** The accessible name; shown under the icon of a large button. */
  readonly label: string
  readonly isLarge?: boolean
  /** For buttons that stay pressed. */
  readonly isPressed?: boolean
  /** For buttons that open something. */
  readonly isOpen?: boolean
  readonly isDisabled?: boolean
  /** The name of what it opens: the focus comes back here when that is closed. */
  readonly opens?: Sheet
  /** What it opens is under way: the button shows a dot, its name has to say so. */
  readonly isActive?: boolean
  /** What it opens is in trouble: the dot is red and larger, its name has to say so. */
  readonly isAlarming?: boolean
  readonly iconStyle?: CSSProperties
  /** What a press does, where the name says what is. */
  readonly hint?: string | undefined
  readonly onPress: () => void
}

/** A button over the map: 48 px for fingers in the cold, or a large one with its name. */
export function FieldButton(props: FieldButtonProps) {
  const {
    icon: Glyph,
    label,
    isLarge = false,
    isPressed,
    isOpen,
    isDisabled = false,
    isActive = false,
    isAlarming = false,
    iconStyle,
    hint,
  } = props
  return (
    <button
      type="button"
      className={classes['button']}
      data-large={isLarge || undefined}
      data-active={isActive || isAlarming || undefined}
      data-alarming={isAlarming || undefined}
      aria-label={isLarge ? undefined : label}
      title={hint ?? (isLarge ? undefined : label)}
      aria-pressed={isPressed}
      aria-expanded={isOpen}
      data-opens={props.opens}
      disabled={isDisabled}
      onClick={props.onPress}
    >
      <Glyph size={isLarge ? 28 : 24} stroke={1.75} aria-hidden style={iconStyle} />
      {isLarge ? <span>{label}</span> : null}
    </button>
  )
}
