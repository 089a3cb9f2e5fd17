import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { messageOf } from '../api/api-error.ts'
import { CompactRating } from './compact-rating.tsx'
import { FavoriteMark } from './favorite-mark.tsx'
import { CardActions, type CardAction } from './card-actions.tsx'
import classes from './map-card.module.css'
import { scaleText, yearText } from './map-facts.ts'
import { MapStateWord } from './map-state-word.tsx'
import { MapThumbnail } from './map-thumbnail.tsx'
import { MapTitle } from './map-title.tsx'
import { dateLanguage } from '../ui/i18n/date-language.ts'

export interface MapCardProps {
  readonly map: MapSummary
  /** Where the card leads; null: pressing it looks at the map on the spot. */
  readonly link: Pick<LinkProps, 'to' | 'search' | 'state'> | null
  readonly onLook: () => void
  readonly actions: readonly CardAction[]
  /** What stands below the facts: the owner's switch, the uploader's name, a claim. */
  readonly footer?: ReactNode
  /** Saved changes of its being a favourite. */
  readonly favoriteChanges: number
  readonly onFavorite: () => void
  /** While maps are being chosen a press anywhere on the card chooses it. */
  readonly choice?: CardChoice | undefined
}

export interface CardChoice {
  /** "Choose …", with the map's title. */
  readonly label: string
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

/** A map in a collection: the scan fills the card; title, one line of facts, its state. */
export function MapCard(card: MapCardProps) {
  const { map, link, actions, footer, favoriteChanges, onLook, onFavorite, choice } = card
  const { t, i18n } = useTranslation('maps')
  const year = yearText(map.years)
  const uploaded = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' }).format(
    new Date(map.uploadDate),
  )
  const uploader = map.isOwner ? null : t('card.uploader', { username: map.user.username })
  const worker =
    map.isOwner && map.assigned?.isDone ? t('card.worker', { username: map.assigned.to.username }) : null
  // Whose work awaits a decision is looked for first, and the end of a long line is cut.
  const facts = [worker, scaleText(map.scale), map.creator, uploader].filter((fact) => fact !== null)
  const description = map.description ?? map.titles.modernTitle
  const { error } = map.processing
  return (
    <article className={classes.card} data-map-id={map.id} aria-label={map.titles.title}>
      <div className={classes.picture}>
        <MapThumbnail basePath={map.basePath} alt="" isReady={map.processing.state === 'ready'} />
        {year ? (
          <span className={classes.year}>
            <span className="visually-hidden">{t('fields.year')} </span>
            {year}
          </span>
        ) : null}
      </div>
      <div className={classes.text}>
        <h2 className={classes.title}>
          <MapTitle title={map.titles.title} link={link} onLook={onLook} className={classes.link} />
        </h2>
        {description ? (
          <p className={classes.description} dir="auto">
            {description}
          </p>
        ) : null}
        <p className={classes.facts}>
          {facts.length > 0 ? <span>{facts.join(' · ')}</span> : null}
          {/* Beside who has uploaded it, the day is that of the upload. */}
          <time dateTime={map.uploadDate}>
            {map.isOwner ? t('card.uploaded', { day: uploaded }) : uploaded}
          </time>
        </p>
        {error ? (
          <p className={classes.error}>{messageOf(error.messageKey, error.message, error.details)}</p>
        ) : null}
        <div className={classes.votes}>
          <CompactRating isOwn={map.isOwner} mapId={map.id} title={map.titles.title} ratings={map.ratings} />
          <FavoriteMark
            title={map.titles.title}
            isFavorited={map.isFavorited}
            changes={favoriteChanges}
            onClick={onFavorite}
          />
        </div>
        <div className={classes.foot}>
          <MapStateWord map={map} />
          {footer}
        </div>
      </div>
      {choice ? (
        <label className={classes.choice} data-chosen={choice.isChosen}>
          <input
            type="checkbox"
            aria-label={choice.label}
            checked={choice.isChosen}
            onChange={({ currentTarget }) => choice.onChange(currentTarget.checked)}
          />
        </label>
      ) : null}
      <CardActions label={t('card.actionsOf', { title: map.titles.title })} actions={actions} />
    </article>
  )
}
