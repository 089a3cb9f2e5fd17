import { IconDownload, IconEye, IconInfoCircle, IconPlaylistAdd } from '@tabler/icons-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { type Asked, useFailure } from '../queries/use-failure.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { EmptyState, ErrorState, type EmptyStateProps } from '../ui/list-states.tsx'
import type { CardAction } from './card-actions.tsx'
import { MapCard, type CardChoice, type MapCardProps } from './map-card.tsx'
import { MapGrid, MapGridSkeleton, type MapPaging } from './map-grid.tsx'
import { useFavoriteChoice } from './use-favorite-choice.tsx'
import { editorLink } from './map-links.ts'
import type { Leaving } from './use-leaving.ts'
import { viewedMapOf } from './quick-view/viewed-map-of.ts'

const MapOverviewDialog = lazyOverlay(
  async () => (await import('./map-overview-dialog.tsx')).MapOverviewDialog,
)
const QuickViewDialog = lazyOverlay(
  async () => (await import('./quick-view/quick-view-dialog.tsx')).QuickViewDialog,
)

/** The actions that every collection has. */
export interface UsualActions {
  /** Nothing where the map has no file to look at. */
  readonly look: readonly CardAction[]
  readonly details: CardAction
  readonly catalogs: CardAction
  /** Nothing where there is no overlay yet. */
  readonly download: readonly CardAction[]
}

/** An answer that holds a list of maps, or is on its way. */
export interface ListAnswer extends Asked {
  readonly data: readonly MapSummary[] | undefined
}

/** What shows maps in place of cards: with all that a card is given, to lead to the same and offer the same. */
export interface MapListingProps {
  readonly maps: readonly MapSummary[]
  readonly cardOf: (map: MapSummary) => MapCardProps
}

interface MapCollectionProps {
  readonly query: ListAnswer
  readonly errorTitle: string
  /** What stands there when the query finds no map. */
  readonly empty: EmptyStateProps
  /** What search and filters leave of the maps, and what stands there when they leave none; all maps unless given. */
  readonly filtered?: { readonly maps: readonly MapSummary[]; readonly empty: EmptyStateProps }
  /** A card's actions in their order; the usual ones unless given. */
  readonly actions?: (map: MapSummary, usual: UsualActions) => readonly CardAction[]
  readonly footer?: (map: MapSummary) => ReactNode
  /** Where a card leads, or null where pressing it looks at the map; one's own unplaced maps lead to the editor unless given. */
  readonly link?: (map: MapSummary) => MapCardProps['link']
  /** How the list goes on beyond the maps that have come; absent: these are all. */
  readonly paging?: MapPaging
  /** Cards on their way out. */
  readonly leaving?: Leaving
  /** While maps are being chosen: how a card stands. */
  readonly choice?: ((map: MapSummary) => CardChoice) | undefined
  /** What shows the maps in place of cards. */
  readonly listing?: ComponentType<MapListingProps> | undefined
  /** What "Load map" of the details does. */
  readonly onLoad: (map: MapSummary) => void
}

/** A list of maps in its four states, with the details and the quick view of each. */
export function MapCollection(props: MapCollectionProps) {
  const { actions = usualInOrder, footer, link = nextStep, choice, onLoad } = props
  const { t } = useTranslation('maps')
  const favorites = useFavoriteChoice()
  const [opened, setOpened] = useState<{
    kind: 'details' | 'downloads' | 'quickView'
    map: MapSummary
  } | null>(null)
  const usualActions = (map: MapSummary): UsualActions => {
    const open = (kind: 'details' | 'downloads' | 'quickView') => () => setOpened({ kind, map })
    const look = { key: 'look', label: t('card.quickView'), icon: IconEye, onPress: open('quickView') }
    const download = {
      key: 'download',
      label: t('card.download'),
      icon: IconDownload,
      onPress: open('downloads'),
    }
    return {
      look: hasFile(map) ? [look] : [],
      details: { key: 'details', label: t('card.details'), icon: IconInfoCircle, onPress: open('details') },
      catalogs: {
        key: 'catalogs',
        label: t('card.catalogs'),
        icon: IconPlaylistAdd,
        onPress: () => favorites.choose(map),
      },
      download: map.files.transformedPath === null ? [] : [download],
    }
  }
  const cardOf = (map: MapSummary): MapCardProps => ({
    map,
    link: link(map),
    onLook: () => setOpened({ kind: hasFile(map) ? 'quickView' : 'details', map }),
    actions: actions(map, usualActions(map)),
    footer: footer?.(map),
    choice: choice?.(map),
    favoriteChanges: favorites.changesOf(map.id),
    onFavorite: () => favorites.press(map),
  })
  const close = () => setOpened(null)
  return (
    <>
      <MapList {...props} cardOf={cardOf} />
      {opened?.kind === 'details' || opened?.kind === 'downloads' ? (
        <MapOverviewDialog
          map={opened.map}
          onClose={close}
          onLoad={() => onLoad(opened.map)}
          {...(opened.kind === 'downloads' && { startsWith: opened.kind })}
        />
      ) : null}
      {opened?.kind === 'quickView' ? (
        <QuickViewDialog
          title={opened.map.titles.title}
          maps={[viewedMapOf(opened.map)]}
          origin="card"
          onClose={close}
        />
      ) : null}
      {favorites.dialog}
    </>
  )
}

const usualInOrder = (_map: MapSummary, { look, details, catalogs, download }: UsualActions) => [
  ...look,
  details,
  catalogs,
  ...download,
]

const hasFile = ({ files }: MapSummary) => files.convertedFilePath !== null || files.transformedPath !== null

/** A map of one's own that is not placed yet has one next step. */
const nextStep = (map: MapSummary): MapCardProps['link'] =>
  map.isOwner && !map.isTransformed ? editorLink(map) : null

type ListParts = 'query' | 'errorTitle' | 'empty' | 'filtered' | 'paging' | 'leaving' | 'listing'

type MapListProps = Pick<MapCollectionProps, ListParts> & Pick<MapListingProps, 'cardOf'>

/** What stands in the place of the list: the maps, or why there are none. */
function MapList(props: MapListProps) {
  const { query, errorTitle, empty, filtered, paging, leaving, listing: Listing, cardOf } = props
  const failure = useFailure(query)
  if (failure) return <ErrorState title={errorTitle} {...failure} />
  if (query.data === undefined) return <MapGridSkeleton />
  if (query.data.length === 0) return <EmptyState {...empty} />
  if (filtered?.maps.length === 0) return <EmptyState {...filtered.empty} />
  const maps = filtered?.maps ?? query.data
  if (Listing) return <Listing maps={maps} cardOf={cardOf} />
  return (
    <MapGrid
      maps={maps}
      paging={paging}
      leaving={leaving}
      renderCard={(map) => <MapCard {...cardOf(map)} />}
    />
  )
}
