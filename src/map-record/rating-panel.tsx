import { IconCheck, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { RATING_MAX } from '../../contract/constants.ts'
import { refusalText } from '../api/api-error.ts'
import classes from './rating-panel.module.css'
import { RATINGS, useRating } from './use-rating.ts'

interface RatingPanelProps {
  readonly mapId: string
  /** One's own map is rated by others only. */
  readonly isOwn: boolean
  readonly ratings: MapSummary['ratings']
  readonly onRated: (ratings: MapSummary['ratings']) => void
}

/** Five stars to rate a map with, one's own rating, the average and how many there are. */
export function RatingPanel({ mapId, isOwn, ratings, onRated }: RatingPanelProps) {
  const { t, i18n } = useTranslation('maps')
  const { rate, given, isPending, isConfirmed, error } = useRating(mapId, { onRated })
  const { average, count, userRating } = ratings
  const lit = given ?? userRating ?? 0
  const averageText = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(average)
  if (isOwn)
    return count === 0 ? null : (
      <p className={classes.numbers}>{t('overview.rating', { average: averageText, count })}</p>
    )
  return (
    <section className={classes.panel} aria-label={t('rating.title')}>
      <div className={classes.head}>
        <h4 className={classes.title}>{t('rating.title')}</h4>
        <span role="status" className={classes.saved}>
          {given === null ? null : (
            <span className={classes.waiting}>{t('rating.saving', { rating: given, most: RATING_MAX })}</span>
          )}
          {isConfirmed ? (
            <>
              <IconCheck size={16} stroke={2} aria-hidden /> {t('rating.saved')}
            </>
          ) : null}
        </span>
      </div>
      <div role="group" aria-label={t('rating.stars')} className={classes.stars} aria-busy={isPending}>
        {RATINGS.map((rating) => {
          const Star = rating <= lit ? IconStarFilled : IconStar
          return (
            <button
              key={rating}
              type="button"
              aria-label={t('rating.give', { count: rating, most: RATING_MAX })}
              aria-pressed={rating === userRating}
              disabled={isPending}
              onClick={() => rate(rating)}
            >
              <Star size={24} stroke={1.75} aria-hidden />
            </button>
          )
        })}
      </div>
      <p className={classes.numbers}>
        {count === 0
          ? t('overview.unrated')
          : [
              userRating === null
                ? t('rating.none')
                : t('rating.yours', { rating: userRating, most: RATING_MAX }),
              t('overview.rating', { average: averageText, count }),
            ].join(' · ')}
      </p>
      {error ? (
        <p role="alert" className={classes.error}>
          {refusalText(error) ?? t('rating.failed')}
        </p>
      ) : null}
    </section>
  )
}
