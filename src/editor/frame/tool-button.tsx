import { ActionIcon, Kbd, Tooltip } from '@mantine/core'
import type { ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { Ref } from 'react'

export interface ToolButtonProps {
  readonly icon: Icon
  /** Accessible name, and the tooltip's text. */
  readonly label: string
  /** Shown in the tooltip, e.g. `Ctrl+Z`. */
  readonly shortcut?: string
  /** A second line in the tooltip. */
  readonly hint?: string
  readonly onClick?: () => void
  readonly disabled?: boolean
  /** For buttons that stay pressed. */
  readonly pressed?: boolean
  readonly expanded?: boolean
  readonly size?: ActionIconProps['size']
  readonly variant?: ActionIconProps['variant']
  readonly color?: ActionIconProps['color']
  readonly ref?: Ref<HTMLButtonElement>
}

/** An icon with a name, a tooltip and its shortcut. A disabled one keeps its tooltip, which says why. */
export function ToolButton({
  icon: Glyph,
  label,
  shortcut,
  hint,
  onClick,
  disabled = false,
  pressed,
  expanded,
  size = 'lg',
  variant = 'subtle',
  color,
  ref,
}: ToolButtonProps) {
  const tooltip = (
    <>
      {label} {shortcut && <Kbd size="xs">{shortcut}</Kbd>}
      {hint && (
        <>
          <br />
          {hint}
        </>
      )}
    </>
  )
  return (
    <Tooltip
      label={tooltip}
      multiline
      maw={280}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
    >
      <ActionIcon
        ref={ref}
        size={size}
        variant={pressed ? 'light' : variant}
        color={color ?? (pressed ? undefined : 'gray')}
        aria-label={label}
        aria-pressed={pressed}
        aria-expanded={expanded}
        aria-disabled={disabled || undefined}
        data-disabled={disabled || undefined}
        onClick={disabled ? undefined : onClick}
      >
        <Glyph size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
