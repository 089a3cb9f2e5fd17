import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.ts'
import classes from './plain-page.module.css'

/** The way from a page that needs the server to what opens without it; for who is known here. */
export function SavedMapsButton() {
  const { t } = useTranslation()
  if (!useSession().user) return null
  return (
    <div className={classes.saved}>
      <Button component="a" href="/navigator" size="lg" fullWidth>
        {t('savedMaps.open')}
      </Button>
      <p className={classes.text}>{t('savedMaps.help')}</p>
    </div>
  )
}
