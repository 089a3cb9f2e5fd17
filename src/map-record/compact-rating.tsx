import { IconCheck, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useRef, useState, type ComponentPropsWithoutRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { RATING_MAX, RATING_MIN } from '../../contract/constants.ts'
import { refusalText } from '../api/api-error.ts'
import { toast } from '../ui/toast-store.ts'
import classes from './compact-rating.module.css'
import { RATINGS, useRating } from './use-rating.ts'

interface CompactRatingProps {
  readonly mapId: string
  /** The map's, for its name. */
  readonly title: string
  /** One's own map is rated by others only: the average is shown, and nothing to press. */
  readonly isOwn?: boolean
  readonly ratings: MapSummary['ratings']
  /** What a list gives to the control that the Tab key finds. */
  readonly cell?: ComponentPropsWithoutRef<'button'>
}

/**
 * One star with the average, how many ratings there are and one's own. Under the mouse, with the focus or by a touch
 * five stars take its place, of which one is chosen: by a press, by the keys 1 to 5, or by arrows and Enter.
 */
export function CompactRating({ mapId, title, isOwn = false, ratings, cell }: CompactRatingProps) {
  const { t, i18n } = useTranslation('maps')
  const { rate, given, isPending, isConfirmed } = useRating(mapId, {
    onFailed: (error) => toast.error(refusalText(error) ?? t('rating.failed')),
  })
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const { average, count, userRating } = ratings
  const text = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(average)
  const focusButton = () => root.current?.querySelector('button')?.focus()
  const give = (rating: number) => {
    if (isPending) return
    if (root.current?.contains(document.activeElement)) focusButton()
    setIsOpen(false)
    rate(rating)
  }
  const press = (event: KeyboardEvent) => {
    const digit = Number(event.key)
    if (Number.isInteger(digit) && digit >= RATING_MIN && digit <= RATING_MAX) {
      event.preventDefault()
      give(digit)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      focusButton()
      setIsOpen(false)
    } else walkStars(event)
  }
  const numbers = (
    <>
      {count === 0 && given === null ? <IconStar size={18} stroke={1.75} /> : <IconStarFilled size={18} />}
      <span>{count === 0 ? '–' : text}</span>
      <span className={classes.count}>({new Intl.NumberFormat(i18n.language).format(count)})</span>
    </>
  )
  const spoken = [
    t('rating.of', { title }),
    count === 0 ? t('overview.unrated') : t('overview.rating', { average: text, count }),
  ]
  if (isOwn && cell)
    return (
      <button
        type="button"
        className={classes.compact}
        data-own
        aria-disabled
        aria-label={spoken.join(', ')}
        {...cell}
      >
        {numbers}
      </button>
    )
  if (isOwn)
    return (
      <span className={classes.compact} data-own role="img" aria-label={spoken.join(', ')}>
        {numbers}
      </span>
    )
  return (
    <div
      ref={root}
      role="presentation"
      className={classes.root}
      onPointerEnter={({ pointerType }) => {
        // What was just given is confirmed where the mouse still is: no stars over it.
        if (pointerType === 'mouse' && !isPending && !isConfirmed) setIsOpen(true)
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse' && !root.current?.contains(document.activeElement)) setIsOpen(false)
      }}
      onBlur={({ relatedTarget }) => {
        if (!root.current?.contains(relatedTarget)) setIsOpen(false)
      }}
      onKeyDown={press}
    >
      <button
        type="button"
        className={classes.compact}
        aria-busy={isPending}
        aria-expanded={isOpen}
        aria-keyshortcuts="1 2 3 4 5"
        aria-label={[
          ...spoken,
          userRating === null
            ? t('rating.none')
            : t('rating.yours', { rating: userRating, most: RATING_MAX }),
        ].join(', ')}
        {...cell}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setIsOpen(true)
        }}
        onClick={() => {
          setIsOpen(true)
          // The stars stand there with the next drawing.
          requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-first]')?.focus())
        }}
      >
        {numbers}
        {(given ?? userRating) === null ? null : (
          <span className={classes.own}>{t('rating.own', { rating: given ?? userRating })}</span>
        )}
      </button>
      {isOpen ? <StarPicker userRating={userRating} onGive={give} /> : null}
      <span role="status" className={classes.saved}>
        {given === null ? null : (
          <span className="visually-hidden">{t('rating.saving', { rating: given, most: RATING_MAX })}</span>
        )}
        {isConfirmed ? (
          <>
            <IconCheck size={16} stroke={2} aria-hidden /> {t('rating.saved')}
          </>
        ) : null}
      </span>
    </div>
  )
}

/** The arrows lead from star to star; beside them they are the list's. */
function walkStars(event: KeyboardEvent): void {
  const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const group = (event.target as Element).closest('[role=group]')
  if (way === 0 || !group) return
  event.preventDefault()
  const stars = [...group.querySelectorAll('button')]
  const at = stars.indexOf(event.target as HTMLButtonElement)
  stars[Math.max(0, Math.min(stars.length - 1, at + way))]?.focus()
}

interface StarPickerProps {
  readonly userRating: number | null
  readonly onGive: (rating: number) => void
}

function StarPicker({ userRating, onGive }: StarPickerProps) {
  const { t } = useTranslation('maps')
  const [hovered, setHovered] = useState<number | null>(null)
  const lit = hovered ?? userRating ?? 0
  return (
    <div
      role="group"
      aria-label={t('rating.title')}
      className={classes.picker}
      onPointerLeave={() => setHovered(null)}
    >
      {RATINGS.map((rating) => {
        const Star = rating <= lit ? IconStarFilled : IconStar
        return (
          <button
            key={rating}
            type="button"
            tabIndex={-1}
            data-first={rating === (userRating ?? RATING_MIN) ? '' : undefined}
            aria-label={t('rating.give', { count: rating, most: RATING_MAX })}
            aria-pressed={rating === userRating}
            onPointerEnter={() => setHovered(rating)}
            onFocus={() => setHovered(rating)}
            onClick={() => onGive(rating)}
          >
            <Star size={20} stroke={1.75} aria-hidden />
          </button>
        )
      })}
    </div>
  )
}
