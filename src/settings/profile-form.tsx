import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateProfile } from '../../contract/api/auth.ts'
import type { User } from '../../contract/api/session.ts'
import { ApiError, refusalText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { acceptUser, useSession } from '../session/session.ts'
import { toast } from '../ui/toast-store.ts'
import classes from './settings.module.css'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { PasswordField } from '../ui/password-field.tsx'

const FIELDS = [
  ['username', 'username'],
  ['email', 'email'],
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
] as const

const valuesOf = ({ username, email, firstName, lastName }: User) => ({
  username,
  email,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})

function Form({ user }: { readonly user: User }) {
  const { t } = useTranslation(['settings', 'common'])
  const stored = valuesOf(user)
  const [values, setValues] = useState(stored)
  const [currentPassword, setCurrentPassword] = useState('')
  const isNewEmail = values.email.trim() !== user.email
  const isChanged = FIELDS.some(([name]) => values[name].trim() !== stored[name])
  const failureText = (failure: Error) => refusalText(failure) ?? t('profile.failed')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const given = isNewEmail && currentPassword !== '' ? { currentPassword } : {}
      return callApi(updateProfile, { body: { ...values, ...given } })
    },
    onSuccess: (reply) => {
      setCurrentPassword('')
      // As they are kept: without the spaces around them.
      setValues(valuesOf(reply.user))
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
      <UnsavedChanges isFilled={isChanged} />
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
          <PasswordField
            name="currentPassword"
            label={t('profile.currentPassword')}
            description={t('profile.currentPasswordHint')}
            autoComplete="current-password"
            value={currentPassword}
            error={fieldErrors['currentPassword']}
            showLabel={t('password.show', { field: t('profile.currentPassword') })}
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
