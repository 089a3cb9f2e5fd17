import type { Icon } from '@tabler/icons-react'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true }

interface StageToolProps {
  readonly label: string
  readonly icon: Icon
  readonly isOn?: boolean
  readonly onPress: () => void
}

/** A button over the map. */
export function StageTool({ label, icon: Picture, isOn, onPress }: StageToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      onClick={onPress}
    >
      <Picture {...ICON} />
    </button>
  )
}
