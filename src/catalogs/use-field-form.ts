import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import type { MessageKey } from '../../contract/api/messages.ts'
import { issueText, refusalText } from '../api/api-error.ts'

/** What a form of one field is about. */
export interface FieldFormOptions<Reply> {
  /** What the server's refusals call the field. */
  readonly name: string
  /** What stands in the field; it is not sent if it stays. */
  readonly initial?: string | undefined
  readonly faultOf: (value: string) => MessageKey | undefined
  readonly mutation: UseMutationResult<Reply, Error, string>
  /** Said where the server gives no reason. */
  readonly failed: string
  readonly onSent?: ((value: string, reply: Reply) => void) | undefined
  readonly onClose: () => void
}

/** A form of one field: judged before it is sent, closed once the server has taken it. */
export function useFieldForm<Reply>(options: FieldFormOptions<Reply>) {
  const { name, initial, faultOf, mutation, failed, onSent, onClose } = options
  const [value, setValue] = useState(initial ?? '')
  const [error, setError] = useState<string>()
  return {
    value,
    error,
    isBusy: mutation.isPending,
    change: (next: string) => {
      setValue(next)
      setError(undefined)
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      const next = value.trim()
      if (next === initial) return onClose()
      const fault = faultOf(next)
      if (fault) return setError(issueText(fault))
      mutation.mutate(next, {
        onSuccess: (reply) => {
          onSent?.(next, reply)
          onClose()
        },
        onError: (failure) => setError(refusalText(failure, name) ?? failed),
      })
    },
  }
}
