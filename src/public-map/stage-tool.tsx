import type { Icon } from '@tabler/icons-react'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true }

interface StageToolProps {
  readonly label: string
  readonly icon: Icon
  readonly onPress: () => void
}

/** A button over the map. */
export function StageTool({ label, icon: Picture, onPress }: StageToolProps) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onPress}>
      <Picture {...ICON} />
    </button>
  )
}
