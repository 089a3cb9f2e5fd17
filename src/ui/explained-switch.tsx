import { Switch, type SwitchProps } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'

interface ExplainedSwitchProps extends SwitchProps {
  readonly label: string
  /** What it does, beneath its name; undefined: its name says all. */
  readonly description: string | undefined
}

/** A switch with words beneath its name. They are its description alone: within its name they would be heard with each state. */
export function ExplainedSwitch({ label, ...props }: ExplainedSwitchProps) {
  return <Switch {...props} label={label} aria-label={label} />
}
