import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './favorite-button.module.css'
import { usePing } from './use-ping.ts'

interface FavoriteButtonProps {
  readonly isFavorited: boolean
  /** Grows with every saved change. */
  readonly changes: number
  readonly onPress: () => void
}

/** Whether a map is a favourite; pressed, it becomes one or is none any more. */
export function FavoriteButton({ isFavorited, changes, onPress }: FavoriteButtonProps) {
  const { t } = useTranslation('maps')
  const isPinging = usePing(changes)
  const Heart = isFavorited ? IconHeartFilled : IconHeart
  return (
    <Button
      variant="default"
      aria-pressed={isFavorited}
      aria-haspopup={isFavorited ? undefined : 'dialog'}
      onClick={onPress}
      leftSection={
        <span className={classes.heart} data-favorited={isFavorited} data-ping={isPinging}>
          <Heart size={18} stroke={1.75} aria-hidden />
        </span>
      }
    >
      {isFavorited ? t('favorite.is') : t('favorite.add')}
    </Button>
  )
}
