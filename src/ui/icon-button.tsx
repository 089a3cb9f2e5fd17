import { ActionIcon, Kbd, Tooltip, type ActionIconProps, type FloatingPosition } from '@mantine/core'
import { useState, type ComponentPropsWithoutRef, type CSSProperties, type ReactNode } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  /** What pressing it does: the accessible name, and the text of the tooltip. */
  readonly label: string
  /** The key that does the same, as `shortcutText` writes it. */
  readonly shortcut?: string | undefined
  /** A second sentence in the tooltip, such as why the button is off. */
  readonly hint?: string | undefined
  readonly tooltipSide?: FloatingPosition
  /** Stands beneath the icon; a part of the label. */
  readonly word?: string | undefined
  readonly children: ReactNode
}

const USUAL_PX = 36

/** An icon does not grow with the letters, nor does its button: large letters would leave no room for those beside it. */
const ownSize = (size: ActionIconProps['size']) =>
  ({ '--ai-size': `${typeof size === 'number' ? size : USUAL_PX}px` }) as CSSProperties

/** A button of one icon: it always has a name, a tooltip with its shortcut, and is 44 px wide where fingers press it. */
export function IconButton({
  label,
  shortcut,
  hint,
  tooltipSide = 'bottom',
  className,
  word,
  style,
  children,
  ...button
}: IconButtonProps) {
  const tooltip = (
    <>
      {label} {shortcut ? <Kbd size="xs">{shortcut}</Kbd> : null}
      {hint ? <div>{hint}</div> : null}
    </>
  )
  const isOpen = button['aria-expanded'] === true || button['aria-expanded'] === 'true'
  // What was pressed is known: its tooltip would only lie over what the press has changed.
  const [isPressed, setPressed] = useState(false)
  return (
    // What the button has opened stands where its tooltip would.
    <Tooltip label={tooltip} position={tooltipSide} maw={280} disabled={isOpen || isPressed}>
      <ActionIcon
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={['touch-target', word && classes['worded'], className].filter(Boolean).join(' ')}
        {...button}
        style={[ownSize(word ? undefined : button.size), style]}
        onClick={(event) => {
          setPressed(button.onClick !== undefined)
          button.onClick?.(event)
        }}
        onPointerLeave={(event) => {
          setPressed(false)
          button.onPointerLeave?.(event)
        }}
      >
        {word ? (
          <span className={classes['inner']}>
            {children}
            <span aria-hidden>{word}</span>
          </span>
        ) : (
          children
        )}
      </ActionIcon>
    </Tooltip>
  )
}
