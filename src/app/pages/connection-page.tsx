import { Button, Loader } from '@mantine/core'
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { HEALTH_REDIRECT_MS } from '../../../contract/constants.ts'
import { useDeclareServerPage, useServerHealth } from '../server-health.ts'
import classes from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'
import { SavedMapsButton } from './saved-maps-button.tsx'

/** Offline: the connection is lost, being tried, or back; 3 s after it is back, `target` is shown: a path of ours. */
export function ConnectionPage({ target }: { readonly target: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useDeclareServerPage()
  const { health, isChecking, checkNow } = useServerHealth(true)
  const state =
    health === 'online' ? 'restored' : health === 'offline' && !isChecking ? 'lost' : 'reconnecting'
  useEffect(() => {
    if (health !== 'online') return
    const timer = setTimeout(() => void navigate({ href: target, replace: true }), HEALTH_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [health, navigate, target])
  useEffect(() => {
    window.addEventListener('online', checkNow)
    return () => window.removeEventListener('online', checkNow)
  })
  return (
    <PlainPage title={t('connectionPage.title')} text={t('connectionPage.text')}>
      {state === 'restored' ? null : <SavedMapsButton />}
      <p className={classes.status} role="status">
        {state === 'reconnecting' ? <Loader size={18} /> : null}
        {state === 'restored' ? <IconCircleCheck color="var(--p-green)" aria-hidden /> : null}
        {state === 'lost' ? <IconPlugConnectedX color="var(--p-red)" aria-hidden /> : null}
        {t(`connectionPage.${state}`)}
      </p>
      {state === 'restored' ? null : (
        <Button variant="default" onClick={checkNow}>
          {t('connection.retryNow')}
        </Button>
      )}
    </PlainPage>
  )
}
