import { Button, CloseButton } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionState, onConnectionChange } from '../api/connection.ts'
import { toast } from '../ui/toast-store.ts'
import { useIsMobile, useIsShort } from '../ui/use-is-mobile.ts'
import classes from './connection-banner.module.css'
import { useHasServerPage, useServerHealth } from './server-health.ts'
import { useScreen } from './shell/use-screen.ts'

/** A bar over any page while the server is away; the page stays as it is, and lists reload once it is back. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isLost = useSyncExternalStore(onConnectionChange, connectionState) === 'lost'
  const hasOwnPage = useHasServerPage()
  const { opensAlone } = useScreen()
  const isWatched = isLost && !hasOwnPage
  const { health, checkNow } = useServerHealth(isWatched)
  const [isPutAway, setPutAway] = useState(false)
  if (isPutAway && !isLost) setPutAway(false)
  const [isNarrow, isShort] = [useIsMobile(), useIsShort()]
  // A page that works without the server says so in its own place.
  const isShown = isWatched && !opensAlone && !isPutAway
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) {
      toast.success(t('connection.restored'))
      void queries.invalidateQueries()
    }
    wasLost.current = isLost
  }, [isLost, queries, t])
  return (
    <div role="status" className={isShown ? classes.banner : undefined}>
      {isShown ? (
        <>
          <IconPlugConnectedX size={20} stroke={1.75} aria-hidden />
          <span>
            {t(isNarrow || isShort ? 'connection.lostShort' : 'connection.lost')}{' '}
            {health === 'checking' ? t('connection.reconnecting') : null}
          </span>
          <Button size="compact-sm" variant="default" onClick={checkNow}>
            {t('connection.retryNow')}
          </Button>
          <CloseButton aria-label={t('action.dismiss')} onClick={() => setPutAway(true)} />
        </>
      ) : null}
    </div>
  )
}
