import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateProfile, type User } from '../../contract/api/auth.ts'
import { ApiError, refusalText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { acceptUser, useSession } from '../session/session.ts'
import { toast } from '../ui/toast-store.ts'
import classes from './settings.module.css'

const FIELDS = [
  ['username', 'username'],
  ['email', 'email'],
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
] as const

function Form({ user }: { readonly user: User }) {
  const { t } = useTranslation(['settings', 'common'])
  const [values, setValues] = useState({
    username: user.username,
    email: user.email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
  })
  const [currentPassword, setCurrentPassword] = useState('')
  const isNewEmail = values.email.trim() !== user.email
  const failureText = (failure: Error) => refusalText(failure) ?? t('profile.failed')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const given = isNewEmail && currentPassword !== '' ? { currentPassword } : {}
      return callApi(updateProfile, { body: { ...values, ...given } })
    },
    onSuccess: (reply) => {
      setCurrentPassword('')
      acceptUser(reply.user)
      toast.success(t('profile.updated'))
    },
    onError: (failure) => toast.error(failureText(failure)),
  })
  const fieldErrors: Record<string, string> = error instanceof ApiError ? error.fieldErrors : {}
  return (
    <form
      noValidate
      className={classes.section}
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <h3>{t('profile.title')}</h3>
      <div className={classes.fields}>
        {FIELDS.map(([name, autoComplete]) => (
          <TextInput
            key={name}
            name={name}
            label={t(`profile.${name}`)}
            autoComplete={autoComplete}
            value={values[name]}
            error={fieldErrors[name]}
            onChange={({ currentTarget: { value } }) => setValues({ ...values, [name]: value })}
          />
        ))}
        {isNewEmail ? (
          <PasswordInput
            name="currentPassword"
            label={t('profile.currentPassword')}
            description={t('profile.currentPasswordHint')}
            autoComplete="current-password"
            value={currentPassword}
            error={fieldErrors['currentPassword']}
            visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
            onChange={({ currentTarget: { value } }) => setCurrentPassword(value)}
          />
        ) : null}
      </div>
      {error && Object.keys(fieldErrors).length === 0 ? (
        <p role="alert" className={classes.error}>
          {failureText(error)}
        </p>
      ) : null}
      <Button type="submit" loading={isPending}>
        {t('common:action.save')}
      </Button>
    </form>
  )
}

/** Name and address of the signed-in user. */
export function ProfileForm() {
  const { user } = useSession()
  return user ? <Form key={user.id} user={user} /> : null
}
