import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionState, onConnectionChange } from '../../api/connection.ts'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { finiteNumber, storedValue } from '../../ui/stored-value.ts'
import classes from './plain-page.module.css'
import { useServerHealth } from '../server-health.ts'
import { PlainPage } from './plain-page.tsx'
import { SavedMapsButton } from './saved-maps-button.tsx'

const isConnectionLost = () => !navigator.onLine || connectionState() === 'lost'

/** A part of the program could not be fetched: in the words of browsers, and of Vite for styles. */
const isLostPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)

const reloadedAt = storedValue('reloadedForLostPart', finiteNumber, 'tab')
/** What is missing for good is not asked for again and again. */
const RELOAD_AGAIN_MS = 30_000

function mayReload(): boolean {
  if (Date.now() - (reloadedAt.read() ?? 0) < RELOAD_AGAIN_MS) return false
  // Where nothing can be remembered it might reload for ever.
  return reloadedAt.write(Date.now())
}

/** What is shown when a page breaks; where the connection is lost, until it is back. Plain links, because the router itself may be what broke. */
export function ErrorPage({ error }: { readonly error?: unknown }) {
  const { t } = useTranslation()
  const details = error instanceof Error ? error.message : ''
  // A part of the program that could not be fetched is the likely cause, and the connection can be waited for.
  const [wasAway] = useState(isConnectionLost)
  const isLost = !wasAway && isLostPart(error)
  // Nothing may have been asked of the server yet: whether it is away decides what this page says.
  const { health } = useServerHealth(isLost)
  const isAway = wasAway || (isLost && health === 'offline')
  // The connection was cut while the part was fetched, and is back by now: a browser does not ask for it again by itself.
  const isBack = isLost && health === 'online'
  useEffect(() => {
    if (isBack && mayReload()) window.location.reload()
  }, [isBack])
  useEffect(() => {
    if (!isAway) return undefined
    const reload = () => {
      if (!isConnectionLost()) window.location.reload()
    }
    window.addEventListener('online', reload)
    const end = onConnectionChange(reload)
    return () => {
      window.removeEventListener('online', reload)
      end()
    }
  }, [isAway])
  if (isLost && health === 'checking') return <LoadingIndicator />
  return (
    <PlainPage
      title={t(isAway ? 'connectionPage.title' : 'errorPage.title')}
      text={t(isAway ? 'errorPage.awayText' : 'errorPage.text')}
    >
      {isAway ? <SavedMapsButton /> : null}
      <Group justify="center" gap="xs">
        <Button variant={isAway ? 'default' : 'filled'} onClick={() => window.location.reload()}>
          {t('action.reload')}
        </Button>
        {isAway ? null : (
          <Button variant="default" component="a" href="/main">
            {t('action.toMain')}
          </Button>
        )}
      </Group>
      {details ? (
        <details className={classes.details}>
          <summary>{t('errorPage.details')}</summary>
          <code>{details}</code>
        </details>
      ) : null}
    </PlainPage>
  )
}
