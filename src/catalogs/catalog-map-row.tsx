import { Menu, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconEyeOff, IconLock, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { refusalText } from '../api/api-error.ts'
import { CompactRating } from '../map-record/compact-rating.tsx'
import { FavoriteMark } from '../map-record/favorite-mark.tsx'
import { scaleText, yearText } from '../map-record/map-facts.ts'
import { MapStateWord } from '../map-record/map-state-word.tsx'
import { MapThumbnail } from '../map-record/map-thumbnail.tsx'
import { viewedMapOf } from '../map-record/quick-view/viewed-map-of.ts'
import { usePutBack, useRemoveFromCatalog } from '../queries/catalog-map-queries.ts'
import { isShared } from '../queries/is-shared.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { OrderGrip } from '../ui/order-grip.tsx'
import { toast } from '../ui/toast-store.ts'
import classes from './catalog-map-list.module.css'
import type { DrawnRow } from './use-drawn-rows.ts'

const ICON = { size: 20, stroke: 1.75 }

/** Where a row stands in an order that can be changed. */
interface RowPlace {
  /** The first being 0. */
  readonly at: number
  readonly count: number
  readonly onMove: (to: number) => void
  readonly onDragTo: (clientY: number) => void
  readonly onDrop: (isTaken: boolean) => void
}

/** A map of a catalog that the reader may see. */
export type SeenMap = Exclude<CatalogMap, { readonly hidden: true }>

interface CatalogMapRowProps {
  readonly map: CatalogMap
  readonly title: string
  readonly catalog: Catalog
  readonly isInLists: boolean
  /** Ids of all maps as they stand. */
  readonly order: readonly string[]
  /** Null where the order cannot be changed. */
  readonly place: RowPlace | null
  /** Saved changes of its being a favourite. */
  readonly favoriteChanges: number
  readonly onFavorite: () => void
  /** Looks at the files of a map that the map viewer does not list. */
  readonly onLook: (map: SeenMap) => void
  /** What its list gives a row. */
  readonly drawn: DrawnRow
}

/** A map of a catalog: what it is, its rating, its heart, and for the catalog's owner its place and the way out. */
export function CatalogMapRow(props: CatalogMapRowProps) {
  const { map, title, catalog, isInLists, order, place, favoriteChanges, onFavorite, onLook, drawn } = props
  const { t } = useTranslation(['catalogs', 'common'])
  const removal = useRemoveFromCatalog(catalog.id)
  const { mutate: putBack } = usePutBack(catalog.id)
  const isHidden = 'hidden' in map
  const undo = () => putBack({ id: map.id, order }, { onError: () => toast.error(t('remove.undoFailed')) })
  const remove = async () => {
    try {
      await removal.mutateAsync(map)
    } catch {
      return
    }
    if (isHidden) toast.success(t('remove.doneHidden'))
    else toast.success(t('remove.done', { title }), { action: { label: t('common:action.undo'), run: undo } })
  }
  return (
    <li className={classes.row} {...drawn}>
      {place ? (
        <OrderGrip
          label={t('order.grip', { title, place: place.at + 1, count: place.count })}
          onStep={(by) => place.onMove(place.at + by)}
          onDragTo={place.onDragTo}
          onDrop={place.onDrop}
        />
      ) : null}
      <div className={classes.picture}>
        {isHidden ? (
          <IconEyeOff {...ICON} aria-hidden />
        ) : (
          <MapThumbnail basePath={map.basePath} alt="" isReady={map.processing.state === 'ready'} />
        )}
      </div>
      <div className={classes.text}>
        {isHidden ? (
          <>
            <p className={classes.title} data-hidden>
              {title}
            </p>
            {map.hiddenBy ? <p className={classes.facts}>{t('hiddenBy', map.hiddenBy)}</p> : null}
          </>
        ) : (
          <>
            <MapTexts map={map} link={isInLists && map.isTransformed ? catalog.id : null} onLook={onLook} />
            {map.isOwner && !map.isPublic && isShared(catalog) ? (
              <p className={classes.facts}>
                <IconLock size={16} stroke={1.75} aria-hidden />
                {t('ownPrivate')}
              </p>
            ) : null}
            <div className={classes.votes}>
              <CompactRating isOwn={map.isOwner} mapId={map.id} title={title} ratings={map.ratings} />
              <FavoriteMark
                title={title}
                isFavorited={map.isFavorited}
                changes={favoriteChanges}
                onClick={onFavorite}
              />
            </div>
          </>
        )}
        {removal.error ? (
          <p className={classes.problem} role="alert">
            {refusalText(removal.error) ?? t('remove.failed')}
          </p>
        ) : null}
      </div>
      {catalog.canEdit ? (
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <IconButton
              label={t('maps.actionsOf', { title })}
              tooltipSide="left"
              color="gray"
              aria-busy={removal.isPending}
            >
              <IconDots {...ICON} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {place ? (
              <>
                <Menu.Item
                  leftSection={<IconArrowUp {...ICON} />}
                  disabled={place.at === 0}
                  onClick={() => place.onMove(place.at - 1)}
                >
                  {t('order.up')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconArrowDown {...ICON} />}
                  disabled={place.at === place.count - 1}
                  onClick={() => place.onMove(place.at + 1)}
                >
                  {t('order.down')}
                </Menu.Item>
              </>
            ) : null}
            <Menu.Item leftSection={<IconTrash {...ICON} />} color="vermilion" onClick={() => void remove()}>
              {t('remove.submit')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  )
}

interface MapTextsProps {
  readonly map: SeenMap
  /** The catalog that the map viewer shows the map in; null where it cannot. */
  readonly link: string | null
  readonly onLook: (map: SeenMap) => void
}

function MapTexts({ map, link, onLook }: MapTextsProps) {
  const { title } = map.titles
  const { convertedPath, transformedPath } = viewedMapOf(map)
  const facts = [yearText(map.years), scaleText(map.scale), map.creator].filter((fact) => fact !== null)
  return (
    <>
      <p className={classes.title} title={title}>
        {link === null ? (
          (convertedPath ?? transformedPath) === null ? (
            title
          ) : (
            <UnstyledButton onClick={() => onLook(map)}>{title}</UnstyledButton>
          )
        ) : (
          <Link to="/public-maps" search={{ catalogId: link, mapId: map.id }}>
            {title}
          </Link>
        )}
      </p>
      <p className={classes.facts}>
        {facts.length > 0 ? <span>{facts.join(' · ')}</span> : null}
        <MapStateWord map={map} />
      </p>
    </>
  )
}
