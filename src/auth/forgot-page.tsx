import { Alert, Button, TextInput } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgotPassword } from '../../contract/api/auth.ts'
import { emailFault } from '../../contract/rules/account-fields.ts'
import { ApiError, errorText, issueText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { AnchorLink } from '../ui/links.tsx'
import { AuthFrame } from './auth-frame.tsx'
import classes from './auth.module.css'

/** Asks for a link to set a new password. Nothing here tells whether the address has an account. */
export function ForgotPage() {
  const { t } = useTranslation('auth')
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, isSuccess, error, variables, reset } = useMutation({
    mutationFn: (address: string) => callApi(forgotPassword, { body: { email: address } }),
    onError: (refusal) => {
      const text = refusal instanceof ApiError ? refusal.fieldErrors['email'] : undefined
      setFault(text)
    },
  })
  const submit = () => {
    const address = email.trim()
    const found = emailFault(address)
    setFault(found && issueText(found))
    if (found) input.current?.focus()
    else mutate(address)
  }
  return (
    <AuthFrame title={t('forgot.title')} text={t('forgot.text')}>
      {isSuccess ? (
        <Alert color="green" icon={<IconCircleCheck />} title={t('forgot.askedTitle')} role="status">
          {t('forgot.asked', { email: variables })}
        </Alert>
      ) : (
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {error && fault === undefined ? (
            <Alert color="red" icon={<IconExclamationCircle />} role="alert">
              {errorText(error)}
            </Alert>
          ) : null}
          <TextInput
            ref={input}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            size="md"
            required
            withAsterisk={false}
            label={t('field.email')}
            value={email}
            error={fault}
            onChange={({ currentTarget: { value } }) => {
              setEmail(value)
              setFault(undefined)
              reset()
            }}
          />
          <Button type="submit" size="md" fullWidth loading={isPending}>
            {t('forgot.submit')}
          </Button>
        </form>
      )}
      <p className={classes.switch}>
        <AnchorLink to="/login" search={{}} fw={600}>
          {t('forgot.back')}
        </AnchorLink>
      </p>
    </AuthFrame>
  )
}
