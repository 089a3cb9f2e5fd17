import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AuthLimit } from '../../contract/api/auth.ts'
import classes from './auth.module.css'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/** In place of the form while signing in is blocked. */
export function LockoutView({ limit }: { readonly limit: AuthLimit }) {
  const { t, i18n } = useTranslation('auth')
  const time =
    limit.nextAttemptAt === null
      ? null
      : new Intl.DateTimeFormat(dateLanguage(i18n.language), { timeStyle: 'short' }).format(
          new Date(limit.nextAttemptAt),
        )
  return (
    <div className={classes.locked} role="alert">
      <IconLock size={40} stroke={1.5} aria-hidden />
      <h2>{t('locked.title')}</h2>
      <p className={classes.minutes}>{t('locked.remaining', { count: limit.minutesRemaining })}</p>
      <p>{t('locked.attempts', { count: limit.totalAttempts })}</p>
      {time === null ? null : <p>{t('locked.next', { time })}</p>}
      <p>{t('locked.hint')}</p>
    </div>
  )
}
