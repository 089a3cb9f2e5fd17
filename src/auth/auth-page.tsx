import { useTranslation } from 'react-i18next'
import { ServerPart } from '../server-choice/server-part.tsx'
import type { AuthMode, AuthValues } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import classes from './auth.module.css'
import { LockoutView } from './lockout-view.tsx'
import { useAuthLimit } from './use-auth-limit.ts'

interface AuthPageProps {
  readonly mode: AuthMode
  /** Where signing in leads to, if that is said: the link to the other mode keeps it. */
  readonly redirect: string | undefined
  /** Signs in, or creates the account. @throws ApiError as the call does */
  readonly enter: (values: AuthValues) => Promise<unknown>
  readonly onSignedIn?: () => void
}

/** Log in or register; while too many attempts have failed, when it can be tried again. */
export function AuthPage({ mode, redirect, enter, onSignedIn }: AuthPageProps) {
  const { t } = useTranslation('auth')
  const other = mode === 'login' ? '/register' : '/login'
  const search = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`
  const { limit, isLastAttempt, refetch } = useAuthLimit()
  return (
    <AuthFrame title={t(`${mode}.title`)} text={t('pitch')}>
      {mode === 'login' && redirect?.startsWith('/') ? (
        <p className={classes.leadsOn}>{t('login.leadsOn')}</p>
      ) : null}
      {limit?.isBlocked ? (
        <LockoutView limit={limit} />
      ) : (
        <AuthForm
          key={mode}
          mode={mode}
          isLastAttempt={isLastAttempt}
          enter={enter}
          {...(onSignedIn && { onSignedIn })}
          onRefused={refetch}
        />
      )}
      {mode === 'login' ? (
        <p className={classes.switch}>
          <AuthLink to="/forgot">{t('forgot.link')}</AuthLink>
        </p>
      ) : null}
      <p className={classes.switch}>
        {t(`${mode}.switchText`)}{' '}
        <AuthLink to={`${other}${search}`} fw={600}>
          {t(`${mode}.switchLink`)}
        </AuthLink>
      </p>
      <ServerPart />
    </AuthFrame>
  )
}
