import { TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { MessageKey } from '../../contract/api/messages.ts'
import { issueText, refusalText } from '../api/api-error.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFooter } from '../ui/form-footer.tsx'

interface FieldDialogProps {
  readonly title: string
  readonly label: string
  /** What the server's refusals call the field. */
  readonly name: string
  /** What stands in the field; it is not sent if it stays. */
  readonly initial?: string
  readonly submitLabel?: string
  readonly faultOf: (value: string) => MessageKey | undefined
  readonly mutation: UseMutationResult<unknown, Error, string>
  /** Said where the server gives no reason. */
  readonly failed: string
  readonly onSent?: (value: string) => void
  readonly onClose: () => void
  /** Above the field. */
  readonly children?: ReactNode
  readonly below?: ReactNode
}

/** A dialog with one field: judged before it is sent, closed once the server has taken it. */
export function FieldDialog({
  title,
  label,
  name,
  initial,
  faultOf,
  mutation,
  onClose,
  ...rest
}: FieldDialogProps) {
  const [value, setValue] = useState(initial ?? '')
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const next = value.trim()
    if (next === initial) return onClose()
    const fault = faultOf(next)
    if (fault) return setError(issueText(fault))
    mutation.mutate(next, {
      onSuccess: () => {
        rest.onSent?.(next)
        onClose()
      },
      onError: (failure) => setError(refusalText(failure, name) ?? rest.failed),
    })
  }
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <form noValidate onSubmit={submit}>
        {rest.children}
        <TextInput
          data-autofocus
          label={label}
          value={value}
          error={error}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setValue(currentTarget.value)
            setError(undefined)
          }}
        />
        <FormFooter
          onCancel={onClose}
          isBusy={mutation.isPending}
          {...(rest.submitLabel && { submitLabel: rest.submitLabel })}
        />
      </form>
      {rest.below}
    </Dialog>
  )
}
