import { IconEyeOff, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FoundMap } from '../../../contract/api/find.ts'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { CompactRating } from '../../map-record/compact-rating.tsx'
import { FavoriteMark } from '../../map-record/favorite-mark.tsx'
import { scaleText, yearText } from '../../map-record/map-facts.ts'
import { MapThumbnail } from '../../map-record/map-thumbnail.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './map-row.module.css'
import type { CellProps } from './row-list.tsx'

/** Height of every row, CSS px. */
export const ROW_PX = 108
/** Controls of a row: the map, its rating, its heart, its details. */
export const ROW_CELLS = 4

export interface MapRowEvents {
  readonly onSelect: (map: MapSummary) => void
  readonly onHover: (id: string | null) => void
  readonly onFavorite: (map: MapSummary) => void
  readonly onDetails: (map: MapSummary) => void
}

interface MapRowProps extends MapRowEvents {
  readonly map: MapSummary
  readonly isSelected: boolean
  readonly isHovered: boolean
  /** Saved changes of its being a favourite. */
  readonly favoriteChanges: number
  readonly cellOf: (column: number) => CellProps
}

/** A map of the list: its scan in small, what it is, its rating, its heart and its details. */
export function MapRow(props: MapRowProps) {
  const { map, isSelected, isHovered, favoriteChanges, cellOf, onSelect, onHover, onFavorite, onDetails } =
    props
  const { t } = useTranslation('viewer')
  const { title } = map.titles
  const facts = [yearText(map.years), scaleText(map.scale)].filter((fact) => fact !== null)
  const words = [title, ...facts, map.creator].filter((fact) => fact !== null)
  return (
    <div
      role="presentation"
      className={classes.row}
      data-selected={isSelected}
      data-hovered={isHovered}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') onHover(map.id)
      }}
      onPointerLeave={() => onHover(null)}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) onHover(map.id)
      }}
      onBlur={() => onHover(null)}
    >
      <div role="gridcell" className={classes.map}>
        <button
          type="button"
          className={classes.press}
          aria-current={isSelected}
          aria-label={words.join(', ')}
          {...cellOf(0)}
          onClick={() => onSelect(map)}
        />
        <div className={classes.picture} aria-hidden>
          <MapThumbnail basePath={map.basePath} alt="" isReady={map.processing.state === 'ready'} />
        </div>
        <div className={classes.text} aria-hidden>
          <p className={classes.title} title={title} dir="auto">
            {title}
          </p>
          <p className={classes.facts}>{facts.join(' · ')}</p>
          <p className={classes.facts}>{map.creator}</p>
        </div>
      </div>
      <div role="gridcell" className={classes.rating}>
        <CompactRating
          isOwn={map.isOwner}
          mapId={map.id}
          title={title}
          ratings={map.ratings}
          cell={cellOf(1)}
        />
      </div>
      <div role="gridcell" className={classes.favorite}>
        <FavoriteMark
          title={title}
          isFavorited={map.isFavorited}
          changes={favoriteChanges}
          onClick={() => onFavorite(map)}
          {...cellOf(2)}
        />
      </div>
      <div role="gridcell" className={classes.details}>
        <IconButton
          label={t('list.details', { title })}
          tooltipSide="top"
          variant="subtle"
          onClick={() => onDetails(map)}
          {...cellOf(3)}
        >
          <IconInfoCircle size={20} stroke={1.75} />
        </IconButton>
      </div>
    </div>
  )
}

interface HiddenRowProps {
  readonly map: Extract<FoundMap, { readonly hidden: true }>
  readonly cellOf: (column: number) => CellProps
}

/** A map of a catalog that its owner has hidden: nothing of it is known here. */
export function HiddenRow({ cellOf }: HiddenRowProps) {
  const { t } = useTranslation('viewer')
  return (
    <div role="gridcell" className={classes.hidden} {...cellOf(0)}>
      <IconEyeOff size={24} stroke={1.5} aria-hidden />
      <span>{t('list.hidden')}</span>
    </div>
  )
}
