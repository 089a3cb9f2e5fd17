import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasUnrecoverableWork } from '../session/unsaved-work.ts'
import { leaveSession, useSession } from '../session/session.ts'
import { loginAgain, type OtherLogin } from '../session/sign-in.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import classes from './auth.module.css'
import { LockoutView } from './lockout-view.tsx'
import { useAuthLimit } from './use-auth-limit.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Whoever sits down here next does not see what the former user has open. */
const HIDDEN_PAGE = { color: 'var(--mantine-color-body)', backgroundOpacity: 1 }

/** Lies over a page whose session has ended under open work, until its user is back or someone decides otherwise. */
export function SignInAgainDialog() {
  const { t } = useTranslation('auth')
  const session = useSession()
  const [login, setLogin] = useState<OtherLogin | null>(null)
  const [isReturning, setReturning] = useState(false)
  if (session.status !== 'ended' && session.status !== 'replaced') return null
  const { user } = session
  const other = login ?? (session.status === 'replaced' ? { user: session.other, enter: undefined } : null)
  const isAsked = other !== null && !isReturning
  return (
    <Dialog
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      hasStep={false}
      overlayProps={HIDDEN_PAGE}
      title={t(isAsked ? 'again.otherTitle' : 'again.title')}
      size="sm"
    >
      {isAsked ? (
        <OtherUser
          name={other.user.username}
          holder={user.username}
          onGoOn={() => {
            other.enter?.()
            // Nothing of the former user's may stay in this page.
            window.location.reload()
          }}
          onReturn={() => {
            setLogin(null)
            setReturning(true)
          }}
        />
      ) : (
        <SignInAgain
          email={user.email}
          onOther={(found) => {
            setLogin(found)
            setReturning(false)
          }}
        />
      )}
    </Dialog>
  )
}

interface SignInAgainProps {
  readonly email: string
  /** Another account than the one whose work stands open. */
  readonly onOther: (login: OtherLogin) => void
}

function SignInAgain({ email, onOther }: SignInAgainProps) {
  const { t } = useTranslation('auth')
  const { limit, isLastAttempt, refetch } = useAuthLimit()
  const enter = async ({ email: address, password }: AuthValues) => {
    const other = await loginAgain({ email: address, password })
    if (other) onOther(other)
  }
  return (
    <>
      <p className={classes.pitch}>{t('again.text')}</p>
      {limit?.isBlocked ? (
        <LockoutView limit={limit} />
      ) : (
        <AuthForm
          mode="login"
          email={email}
          isLastAttempt={isLastAttempt}
          enter={enter}
          onRefused={refetch}
        />
      )}
      <Button variant="subtle" color="gray" fullWidth mt="xs" onClick={leaveSession}>
        {t(hasUnrecoverableWork() ? 'again.leaveLost' : 'again.leave')}
      </Button>
    </>
  )
}

interface OtherUserProps {
  readonly name: string
  readonly holder: string
  readonly onGoOn: () => void
  readonly onReturn: () => void
}

/** Whose page it shall be, where another user is signed in than the one who worked on it. */
function OtherUser({ name, holder, onGoOn, onReturn }: OtherUserProps) {
  const { t } = useTranslation('auth')
  return (
    <>
      <p className={classes.pitch}>
        {t(hasUnrecoverableWork() ? 'again.otherTextLost' : 'again.otherText', { name, holder })}
      </p>
      <div className={classes.choices}>
        <Button onClick={onReturn} data-autofocus>
          {t('again.return', { holder })}
        </Button>
        <Button variant="default" onClick={onGoOn}>
          {t('again.goOn', { name })}
        </Button>
      </div>
    </>
  )
}
