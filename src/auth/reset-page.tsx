import { Alert, Button } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '../../contract/api/auth.ts'
import { ApiError, errorText, issueText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { PasswordWarning } from '../session/password-warning.tsx'
import { AnchorLink, ButtonLink } from '../ui/links.tsx'
import { AuthFrame } from './auth-frame.tsx'
import classes from './auth.module.css'
import { newPasswordFaults, type NewPassword } from '../session/new-password-faults.ts'
import { PasswordField } from '../ui/password-field.tsx'

const EMPTY: NewPassword = { password: '', confirmation: '' }
const FIELDS = ['password', 'confirmation'] as const

/** Sets a new password by the link that was asked for. */
export function ResetPage({ token }: { readonly token: string | undefined }) {
  const { t } = useTranslation('auth')
  const [isOver, setIsOver] = useState(token === undefined)
  const [isDone, setIsDone] = useState(false)
  return (
    <AuthFrame title={t('reset.title')} text={t('reset.text')}>
      {isDone ? (
        <>
          <Alert color="green" icon={<IconCircleCheck />} title={t('reset.doneTitle')} role="status">
            {t('reset.done')}
          </Alert>
          <ButtonLink to="/login" search={{}} size="md" fullWidth mt="lg">
            {t('login.submit')}
          </ButtonLink>
        </>
      ) : null}
      {isOver ? (
        <Alert color="red" icon={<IconExclamationCircle />} title={t('reset.overTitle')} role="alert">
          {t('reset.over')}
        </Alert>
      ) : null}
      {token !== undefined && !isOver && !isDone ? (
        <ResetForm token={token} onDone={() => setIsDone(true)} onOver={() => setIsOver(true)} />
      ) : null}
      {isDone ? null : (
        <p className={classes.switch}>
          <AnchorLink to="/forgot" fw={600}>
            {t('reset.again')}
          </AnchorLink>
        </p>
      )}
    </AuthFrame>
  )
}

interface ResetFormProps {
  readonly token: string
  readonly onDone: () => void
  /** The link was used before, or its hour is over. */
  readonly onOver: () => void
}

function ResetForm({ token, onDone, onOver }: ResetFormProps) {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Partial<Record<keyof NewPassword, string>>>({})
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (password: string) => callApi(resetPassword, { body: { token, password } }),
    onSuccess: onDone,
    onError: (refusal) => {
      if (!(refusal instanceof ApiError)) return
      if (refusal.messageKey === 'errors.auth.resetLinkInvalid') onOver()
      setErrors(refusal.fieldErrors)
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const faults = newPasswordFaults(values)
    setErrors({
      ...(faults.password && { password: issueText(faults.password) }),
      ...(faults.confirmation && { confirmation: t('reset.mismatch') }),
    })
    const first = FIELDS.find((name) => faults[name] !== undefined)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else mutate(values.password)
  }
  const field = (name: keyof NewPassword) => ({
    name,
    size: 'md' as const,
    label: t(`reset.${name}`),
    autoComplete: 'new-password',
    value: values[name],
    error: errors[name],
    showLabel: t('field.showPassword'),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: value })
      setErrors({ ...errors, [name]: undefined })
      reset()
    },
  })
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {error && Object.keys(errors).length === 0 ? (
        <Alert color="red" icon={<IconExclamationCircle />} role="alert">
          {errorText(error)}
        </Alert>
      ) : null}
      <PasswordField {...field('password')} description={t('field.passwordHint')} />
      <PasswordWarning password={values.password} />
      <PasswordField {...field('confirmation')} />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}
