import { Button, CloseButton } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionState, onConnectionChange } from '../api/connection.ts'
import { toast } from '../ui/toast-store.ts'
import { useFreePlace } from '../ui/use-free-place.ts'
import { useIsMobile, useIsShort } from '../ui/use-is-mobile.ts'
import classes from './connection-banner.module.css'
import { useHasServerPage, useServerHealth } from './server-health.ts'

interface ConnectionBannerProps {
  /** The page works without the server, and says so in its own place. */
  readonly opensAlone: boolean
  /** Nobody is signed in: nothing here could be out of date or lost. */
  readonly isSignedOut: boolean
  readonly onBack?: () => void
}

const [SHOWN, NOTHING] = [['banner'], []] as const

/** A bar over any page while the server is away; the page stays as it is. */
export function ConnectionBanner({ opensAlone, isSignedOut, onBack }: ConnectionBannerProps) {
  const { t } = useTranslation()
  const comeBack = useEffectEvent(() => onBack?.())
  const isLost = useSyncExternalStore(onConnectionChange, connectionState) === 'lost'
  const hasOwnPage = useHasServerPage()
  const isWatched = isLost && !hasOwnPage
  const { health, checkNow } = useServerHealth(isWatched)
  const [isPutAway, setPutAway] = useState(false)
  if (isPutAway && !isLost) setPutAway(false)
  const [isNarrow, isShort] = [useIsMobile(), useIsShort()]
  const isShown = isWatched && !opensAlone && !isPutAway
  const banner = useRef<HTMLDivElement>(null)
  useFreePlace(banner, isShown ? SHOWN : NOTHING)
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) {
      toast.success(t('connection.restored'))
      comeBack()
    }
    wasLost.current = isLost
  }, [isLost, t])
  return (
    <div ref={banner} role="status" className={isShown ? classes.banner : undefined}>
      {isShown ? (
        <>
          <IconPlugConnectedX size={20} stroke={1.75} aria-hidden />
          <span>
            {t(textOf({ isSignedOut, isShort: isNarrow || isShort }))}{' '}
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

function textOf({ isSignedOut, isShort }: { readonly isSignedOut: boolean; readonly isShort: boolean }) {
  if (isSignedOut) return 'connection.lostOutside'
  return isShort ? 'connection.lostShort' : 'connection.lost'
}
