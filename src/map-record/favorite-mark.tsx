import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import classes from './favorite-button.module.css'
import { usePing } from './use-ping.ts'

interface FavoriteMarkProps extends ComponentPropsWithoutRef<'button'> {
  /** The map's, for its name. */
  readonly title: string
  readonly isFavorited: boolean
  /** Grows with every saved change. */
  readonly changes: number
}

/** The heart alone, for a row of a list. */
export function FavoriteMark({ title, isFavorited, changes, ...button }: FavoriteMarkProps) {
  const { t } = useTranslation('maps')
  const isPinging = usePing(changes)
  const Heart = isFavorited ? IconHeartFilled : IconHeart
  return (
    <IconButton
      label={t('favorite.of', { title })}
      hint={isFavorited ? t('favorite.is') : t('favorite.add')}
      tooltipSide="top"
      variant="subtle"
      aria-pressed={isFavorited}
      aria-haspopup={isFavorited ? undefined : 'dialog'}
      {...button}
    >
      <span className={classes.heart} data-favorited={isFavorited} data-ping={isPinging}>
        <Heart size={20} stroke={1.75} aria-hidden />
      </span>
    </IconButton>
  )
}
