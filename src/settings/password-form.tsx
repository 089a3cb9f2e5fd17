import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updatePassword } from '../../contract/api/auth.ts'
import { ApiError, issueText, refusalText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { PasswordWarning } from '../session/password-warning.tsx'
import { toast } from '../ui/toast-store.ts'
import { passwordFaults, type PasswordValues } from './password-faults.ts'
import classes from './settings.module.css'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { PasswordField } from '../ui/password-field.tsx'

const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmation: '' }

const FIELDS = [
  ['currentPassword', 'current', 'current-password'],
  ['newPassword', 'new', 'new-password'],
  ['confirmation', 'confirm', 'new-password'],
] as const

type Faults = Partial<Record<keyof PasswordValues, string>>

/** The change of password. */
export function PasswordForm() {
  const { t } = useTranslation('settings')
  const [values, setValues] = useState(EMPTY)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Faults>({})
  /** Told beside the fields; the first of them has the focus, so that it is heard too. */
  const tell = (faults: Faults) => {
    setErrors(faults)
    const first = FIELDS.find(([name]) => faults[name] !== undefined)?.[0]
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { currentPassword, newPassword } = values
      return callApi(updatePassword, { body: { currentPassword, newPassword } })
    },
    onSuccess: () => {
      setValues(EMPTY)
      toast.success(t('password.updated'))
    },
    onError: (error) => {
      const text = refusalText(error) ?? t('password.failed')
      toast.error(text)
      const fields = error instanceof ApiError ? error.fieldErrors : {}
      tell(Object.keys(fields).length > 0 ? fields : { currentPassword: text })
    },
  })
  const submit = () => {
    const faults = Object.entries(passwordFaults(values)).map(([field, fault]) => [
      field,
      fault === 'mismatch' ? t('password.mismatch') : issueText(fault),
    ])
    tell(Object.fromEntries(faults))
    if (faults.length === 0) mutate()
  }
  return (
    <form
      ref={form}
      noValidate
      className={classes.section}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <UnsavedChanges isFilled={Object.values(values).some((value) => value !== '')} />
      <h3>{t('password.title')}</h3>
      <p className={classes.text}>{t('password.hint')}</p>
      <div className={classes.fields}>
        {FIELDS.map(([name, label, autoComplete]) => (
          <PasswordField
            key={name}
            name={name}
            label={t(`password.${label}`)}
            autoComplete={autoComplete}
            value={values[name]}
            error={errors[name]}
            showLabel={t('password.show', { field: t(`password.${label}`) })}
            onChange={({ currentTarget: { value } }) => {
              setValues({ ...values, [name]: value })
              setErrors({ ...errors, [name]: undefined })
            }}
          />
        ))}
      </div>
      <PasswordWarning password={values.newPassword} />
      <Button type="submit" loading={isPending}>
        {t('password.submit')}
      </Button>
    </form>
  )
}
