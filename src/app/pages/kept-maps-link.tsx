import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.ts'
import classes from './plain-page.module.css'

/** The way from a page that needs the server to what opens without it; for who is known here. */
export function KeptMapsLink() {
  const { t } = useTranslation()
  if (!useSession().user) return null
  return (
    <p className={classes.text}>
      {t('kept.help')} <a href="/navigator">{t('kept.open')}</a>
    </p>
  )
}
