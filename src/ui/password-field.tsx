import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import classes from './password-field.module.css'

interface PasswordFieldProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** Name of the eye that shows what was typed. */
  readonly showLabel: string
}

/** A field for a password. Its input says itself that it is wrong, and its eye is reached by Tab: the library does neither. */
export function PasswordField({ showLabel, ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...props}
      classNames={{
        input: classes.input,
        innerInput: classes.inner,
        section: classes.section,
        visibilityToggle: classes.eye,
      }}
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ 'aria-label': showLabel, tabIndex: 0 }}
    />
  )
}
