import { Loader } from '@mantine/core'
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { HEALTH_REDIRECT_MS } from '../../../contract/constants.ts'
import { useDeclareServerPage, useServerHealth } from '../server-health.ts'
import classes from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'
import { SavedMapsButton } from './saved-maps-button.tsx'

/** 500: the server is away. Asks every 5 s and goes to the maps 3 s after it is back. */
export function ServerDownPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useDeclareServerPage()
  const { health } = useServerHealth(true)
  useEffect(() => {
    if (health !== 'online') return
    const timer = setTimeout(() => void navigate({ to: '/main' }), HEALTH_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [health, navigate])
  return (
    <PlainPage code={t('serverDown.code')} title={t('serverDown.title')} text={t('serverDown.text')}>
      <p className={classes.status} role="status">
        {health === 'checking' ? <Loader size={18} /> : null}
        {health === 'online' ? <IconCircleCheck color="var(--p-green)" aria-hidden /> : null}
        {health === 'offline' ? <IconPlugConnectedX color="var(--p-red)" aria-hidden /> : null}
        {t(`serverDown.${health}`)}
      </p>
      <SavedMapsButton />
    </PlainPage>
  )
}
