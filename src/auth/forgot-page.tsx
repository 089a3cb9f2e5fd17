import { Alert, Button, TextInput } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { forgotPassword } from '../../contract/api/auth.ts'
import { OPEN_CALLS } from '../../contract/api/open-calls.ts'
import { emailFault } from '../../contract/rules/account-fields.ts'
import { ApiError, errorText, issueText } from '../api/api-error.ts'
import { callOpen } from '../api/open-call.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import classes from './auth.module.css'
import { useSending } from './use-sending.ts'

/** Asks for a link to set a new password. Nothing here tells whether the address has an account. */
export function ForgotPage() {
  const { t } = useTranslation('auth')
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const [isMailed, setMailed] = useState(false)
  const { sending, send, forget } = useSending(
    async (address: string) => {
      const reply = await callOpen<typeof forgotPassword>(OPEN_CALLS.forgotPassword, { email: address })
      setMailed(reply.isMailed)
    },
    {
      onFail: (refusal) => {
        const text = refusal instanceof ApiError ? refusal.fieldErrors['email'] : undefined
        setFault(text)
      },
    },
  )
  const submit = () => {
    const address = email.trim()
    const found = emailFault(address)
    setFault(found && issueText(found))
    if (found) input.current?.focus()
    else send(address)
  }
  return (
    <AuthFrame title={t('forgot.title')} text={t('forgot.text')}>
      {sending.status === 'done' ? (
        <Alert color="green" icon={<IconCircleCheck />} title={t('forgot.askedTitle')} role="status">
          {t(isMailed ? 'forgot.mailed' : 'forgot.asked', { email: sending.value })}
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
          {sending.status === 'failed' && fault === undefined ? (
            <Alert color="red" icon={<IconExclamationCircle />} role="alert">
              {errorText(sending.error)}
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
              forget()
            }}
          />
          <Button type="submit" size="md" fullWidth loading={sending.status === 'busy'}>
            {t('forgot.submit')}
          </Button>
        </form>
      )}
      <p className={classes.switch}>
        <AuthLink to="/login" fw={600}>
          {t('forgot.back')}
        </AuthLink>
      </p>
    </AuthFrame>
  )
}
