import type { Icon } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './tool-button.module.css'
import { shortcutText } from '../../ui/shortcut-text.ts'

export interface ToolButtonProps {
  readonly icon: Icon
  /** Accessible name, and the tooltip's text. */
  readonly label: string
  /** E.g. `Mod+Z`. */
  readonly shortcut?: string | undefined
  /** A second line in the tooltip. */
  readonly hint?: string | undefined
  readonly onClick?: (() => void) | undefined
  /** It keeps its tooltip, which says why, and its turn in the order of focus. */
  readonly disabled?: boolean
  /** For buttons that stay pressed. */
  readonly pressed?: boolean | undefined
  readonly expanded?: boolean | undefined
  readonly size?: number
  readonly tooltipSide?: 'bottom' | 'right'
  /** Stands beneath the icon; a part of the label. */
  readonly word?: string
  readonly variant?: 'subtle' | 'default' | 'filled'
  readonly color?: 'verdigris' | 'vermilion' | 'gray'
}

/** A button of one icon in the editor's bars. */
export function ToolButton(props: ToolButtonProps) {
  const { icon: Glyph, label, shortcut, hint, onClick, disabled = false, pressed, expanded } = props
  return (
    <IconButton
      label={label}
      shortcut={shortcut && shortcutText(shortcut)}
      hint={hint}
      tooltipSide={props.tooltipSide ?? 'bottom'}
      word={props.word}
      className={classes.button}
      size={props.size ?? 36}
      variant={pressed ? 'light' : (props.variant ?? 'subtle')}
      color={props.color ?? (pressed ? 'verdigris' : 'gray')}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-disabled={disabled || undefined}
      data-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <Glyph size={20} stroke={1.75} aria-hidden />
    </IconButton>
  )
}
