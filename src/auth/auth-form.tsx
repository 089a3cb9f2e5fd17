import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconExclamationCircle } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, issueText, refusalText } from '../api/api-error.ts'
import { PasswordWarning } from '../session/password-warning.tsx'
import {
  authFault,
  authFaults,
  authFields,
  type AuthField,
  type AuthMode,
  type AuthValues,
} from './auth-fields.ts'
import classes from './auth.module.css'
import { PasswordField } from '../ui/password-field.tsx'

interface AuthFormProps {
  readonly mode: AuthMode
  readonly isLastAttempt: boolean
  /** Filled in already; the password is asked for first then. */
  readonly email?: string
  /** Signs in, or creates the account. @throws ApiError as the call does */
  readonly enter: (values: AuthValues) => Promise<unknown>
  readonly onSignedIn?: () => void
  /** A refused attempt may have changed the lock. */
  readonly onRefused: () => void
}

type FieldErrors = Partial<Record<AuthField, string>>

/** A wrong password or an unknown account: the server does not say which. */
const REFUSED = 'errors.auth.invalidCredentials'
const EMPTY: AuthValues = { username: '', email: '', password: '' }

/** Focuses the first field that is wrong, in the order of the form. */
function focusFirstFault(form: HTMLFormElement, mode: AuthMode, errors: FieldErrors): void {
  const field = authFields(mode).find((name) => errors[name] !== undefined)
  if (field) form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
}

/** The login or registration form: judged on submit and, from then on, with every change. */
export function AuthForm({ mode, isLastAttempt, email = '', enter, onSignedIn, onRefused }: AuthFormProps) {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState({ ...EMPTY, email })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<{ readonly text: string; readonly help?: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const [wasSubmitted, setWasSubmitted] = useState(false)

  const change = (field: AuthField) => (text: string) => {
    const next = { ...values, [field]: text }
    const fault = wasSubmitted ? authFault(mode, field, next) : undefined
    setValues(next)
    setFailure(undefined)
    setErrors({ ...errors, [field]: fault && issueText(fault) })
  }

  const send = async (form: HTMLFormElement) => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await enter(values)
      onSignedIn?.()
    } catch (error) {
      const fields = error instanceof ApiError ? (error.fieldErrors as FieldErrors) : {}
      setErrors(fields)
      const isRefused = error instanceof ApiError && error.messageKey === REFUSED
      const text = refusalText(error) ?? t(`${mode}.failed`)
      const isServers = error instanceof ApiError && error.status >= 500
      setFailure({
        text,
        ...(isRefused && { help: t(email === '' ? 'refusedHelp' : 'again.refusedHelp') }),
        ...(isServers && { help: t('serverHelp') }),
      })
      focusFirstFault(form, mode, fields)
      setIsBusy(false)
      onRefused()
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setWasSubmitted(true)
    const faults = Object.entries(authFaults(mode, values)).map(([field, key]) => [field, issueText(key)])
    const found: FieldErrors = Object.fromEntries(faults)
    setErrors(found)
    if (faults.length > 0) return focusFirstFault(event.currentTarget, mode, found)
    void send(event.currentTarget)
  }

  const field = (name: AuthField) => ({
    name,
    label: t(`field.${name}`),
    value: values[name],
    error: errors[name],
    required: true,
    withAsterisk: false,
    size: 'md' as const,
    onChange: (event: { currentTarget: { value: string } }) => change(name)(event.currentTarget.value),
  })

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      {isLastAttempt ? (
        <Alert color="amber" icon={<IconAlertTriangle />} title={t('lastAttempt.title')} role="status">
          {t('lastAttempt.text')}
        </Alert>
      ) : null}
      {failure ? (
        <Alert
          color="red"
          icon={<IconExclamationCircle />}
          role="alert"
          {...(failure.help && { title: failure.text })}
        >
          {failure.help ?? failure.text}
        </Alert>
      ) : null}
      {mode === 'register' ? (
        <TextInput {...field('username')} description={t('field.usernameHint')} autoComplete="username" />
      ) : null}
      <TextInput {...field('email')} type="email" inputMode="email" autoComplete="email" />
      <PasswordField
        {...field('password')}
        data-autofocus={email !== '' || undefined}
        {...(mode === 'register' ? { description: t('field.passwordHint') } : {})}
        autoComplete={mode === 'register' ? 'new-password' : 'current-password'}
        showLabel={t('field.showPassword')}
      />
      {mode === 'register' ? <PasswordWarning password={values.password} /> : null}
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        {isBusy ? t(`${mode}.busy`) : t(`${mode}.submit`)}
      </Button>
    </form>
  )
}
