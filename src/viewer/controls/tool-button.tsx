import { IconNavigation, type Icon } from '@tabler/icons-react'
import type { FloatingPosition } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'

const ICON = { size: 20, stroke: 1.75 }

interface ToolButtonProps {
  readonly label: string
  readonly icon: Icon
  readonly shortcut?: string
  /** Given: the button is a switch. */
  readonly isOn?: boolean
  readonly tooltipSide?: FloatingPosition
  /** What ends gives the focus back to it, by this name. */
  readonly focusName?: string
  readonly onPress: () => void
}

/** A tool of the viewer: one press, or a switch. */
export function ToolButton(props: ToolButtonProps) {
  const { label, icon: Picture, shortcut, isOn, tooltipSide, focusName, onPress } = props
  return (
    <IconButton
      label={label}
      shortcut={shortcut}
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      aria-pressed={isOn}
      data-focus={focusName}
      {...(tooltipSide && { tooltipSide })}
      onClick={onPress}
    >
      <Picture {...ICON} />
    </IconButton>
  )
}

/** Less than this far from north, degrees, nothing looks turned. */
const NORTH_DEGREES = 0.05

interface NorthButtonProps {
  /** Degrees clockwise from north. */
  readonly bearing: number
  readonly tooltipSide?: FloatingPosition
  readonly onPress: () => void
}

/** Shows where north is, and turns it up. */
export function NorthButton({ bearing, tooltipSide, onPress }: NorthButtonProps) {
  const { t } = useTranslation('viewer')
  return (
    <IconButton
      label={t('tools.resetRotation')}
      variant="subtle"
      color="gray"
      {...(tooltipSide && { tooltipSide })}
      disabled={Math.abs(bearing) <= NORTH_DEGREES}
      onClick={onPress}
    >
      <span style={{ display: 'flex', rotate: `${-bearing}deg` }}>
        <IconNavigation {...ICON} />
      </span>
    </IconButton>
  )
}
