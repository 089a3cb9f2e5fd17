import { useTranslation } from 'react-i18next'
import { ServerPart } from '../server-choice/server-part.tsx'
import { AnchorLink } from '../ui/links.tsx'
import type { AuthMode } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import classes from './auth.module.css'
import { LockoutView } from './lockout-view.tsx'
import { useAuthLimit } from './use-auth-limit.ts'

interface AuthPageProps {
  readonly mode: AuthMode
  /** Search parameters that the link to the other mode keeps. */
  readonly search: { readonly redirect?: string }
  readonly onSignedIn: () => void
}

/** Log in or register; while too many attempts have failed, when it can be tried again. */
export function AuthPage({ mode, search, onSignedIn }: AuthPageProps) {
  const { t } = useTranslation('auth')
  const { limit, isLastAttempt, refetch } = useAuthLimit()
  return (
    <AuthFrame title={t(`${mode}.title`)} text={t('pitch')}>
      {limit?.isBlocked ? (
        <LockoutView limit={limit} />
      ) : (
        <AuthForm
          key={mode}
          mode={mode}
          isLastAttempt={isLastAttempt}
          onSignedIn={onSignedIn}
          onRefused={refetch}
        />
      )}
      {mode === 'login' ? (
        <p className={classes.switch}>
          <AnchorLink to="/forgot">{t('forgot.link')}</AnchorLink>
        </p>
      ) : null}
      <p className={classes.switch}>
        {t(`${mode}.switchText`)}{' '}
        <AnchorLink to={mode === 'login' ? '/register' : '/login'} search={search} fw={600}>
          {t(`${mode}.switchLink`)}
        </AnchorLink>
      </p>
      <ServerPart />
    </AuthFrame>
  )
}
