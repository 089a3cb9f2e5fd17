import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './favorite-button.module.css'

/** How long the heart pings after a change, in milliseconds. */
const PING_MS = 1_000

interface FavoriteButtonProps {
  readonly isFavorited: boolean
  /** Grows with every saved change. */
  readonly changes: number
  readonly onPress: () => void
}

/** Whether a map is a favourite; opens the choice of catalogs. */
export function FavoriteButton({ isFavorited, changes, onPress }: FavoriteButtonProps) {
  const { t } = useTranslation('maps')
  const [pinged, setPinged] = useState(changes)
  useEffect(() => {
    if (pinged === changes) return
    const timer = setTimeout(() => setPinged(changes), PING_MS)
    return () => clearTimeout(timer)
  }, [pinged, changes])
  const Heart = isFavorited ? IconHeartFilled : IconHeart
  return (
    <Button
      variant="default"
      aria-pressed={isFavorited}
      onClick={onPress}
      leftSection={
        <span className={classes.heart} data-favorited={isFavorited} data-ping={pinged !== changes}>
          <Heart size={18} stroke={1.75} aria-hidden />
        </span>
      }
    >
      {isFavorited ? t('favorite.is') : t('favorite.add')}
    </Button>
  )
}
