import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import { useFieldForm, type FieldFormOptions } from './use-field-form.ts'

interface FieldDialogProps extends FieldFormOptions<unknown> {
  readonly title: string
  readonly label: string
  readonly submitLabel?: string
  /** Above the field. */
  readonly children?: ReactNode
  readonly below?: ReactNode
  readonly size?: number
}

/** A dialog with one field. */
export function FieldDialog(props: FieldDialogProps) {
  const { title, label, submitLabel, onClose, size = 'sm' } = props
  const { value, error, isBusy, change, submit } = useFieldForm(props)
  return (
    <Dialog opened onClose={onClose} title={title} size={size}>
      <form noValidate onSubmit={submit}>
        {props.children}
        <TextInput
          data-autofocus
          label={label}
          value={value}
          error={error}
          autoComplete="off"
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <FormFooter onCancel={onClose} isBusy={isBusy} {...(submitLabel && { submitLabel })} />
      </form>
      {props.below}
    </Dialog>
  )
}
