import { TextInput } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import { useFieldForm, type FieldFormOptions } from './use-field-form.ts'

interface FieldDialogProps extends FieldFormOptions<unknown> {
  readonly title: string
  readonly label: string
}

/** A dialog with one field. */
export function FieldDialog(props: FieldDialogProps) {
  const { title, label, onClose } = props
  const { value, error, isBusy, change, submit } = useFieldForm(props)
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          label={label}
          value={value}
          error={error}
          autoComplete="off"
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <FormFooter onCancel={onClose} isBusy={isBusy} />
      </form>
    </Dialog>
  )
}
