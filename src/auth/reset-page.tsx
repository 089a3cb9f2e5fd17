import { Alert, Button } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { resetPassword } from '../../contract/api/auth.ts'
import { OPEN_CALLS } from '../../contract/api/open-calls.ts'
import { ApiError, errorText, issueText } from '../api/api-error.ts'
import { callOpen } from '../api/open-call.ts'
import { PasswordWarning } from '../session/password-warning.tsx'
import { usePageLink } from '../ui/page-steps.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { useSending } from './use-sending.ts'
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
  const toLogin = usePageLink('/login')
  return (
    <AuthFrame title={t('reset.title')} text={t('reset.text')}>
      {isDone ? (
        <>
          <Alert color="green" icon={<IconCircleCheck />} title={t('reset.doneTitle')} role="status">
            {t('reset.done')}
          </Alert>
          <Button component="a" {...toLogin} size="md" fullWidth mt="lg">
            {t('login.submit')}
          </Button>
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
          <AuthLink to="/forgot" fw={600}>
            {t('reset.again')}
          </AuthLink>
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
  const { sending, send, forget } = useSending(
    (password: string) => callOpen<typeof resetPassword>(OPEN_CALLS.resetPassword, { token, password }),
    {
      onDone,
      onFail: (refusal) => {
        if (!(refusal instanceof ApiError)) return
        if (refusal.messageKey === 'errors.auth.resetLinkInvalid') onOver()
        setErrors(refusal.fieldErrors)
      },
    },
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const faults = newPasswordFaults(values)
    setErrors({
      ...(faults.password && { password: issueText(faults.password) }),
      ...(faults.confirmation && { confirmation: t('reset.mismatch') }),
    })
    const first = FIELDS.find((name) => faults[name] !== undefined)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else send(values.password)
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
      forget()
    },
  })
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {sending.status === 'failed' && Object.keys(errors).length === 0 ? (
        <Alert color="red" icon={<IconExclamationCircle />} role="alert">
          {errorText(sending.error)}
        </Alert>
      ) : null}
      <PasswordField {...field('password')} description={t('field.passwordHint')} />
      <PasswordWarning password={values.password} />
      <PasswordField {...field('confirmation')} />
      <Button type="submit" size="md" fullWidth loading={sending.status === 'busy'}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}
