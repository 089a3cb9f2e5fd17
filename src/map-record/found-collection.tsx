import { Button } from '@mantine/core'
import { IconCompass, IconMapPin, IconPencil, IconTrash, IconWorldPin } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import type { useFoundMaps } from '../queries/find-queries.ts'
import { usePermissionsOf } from '../session/permissions.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import type { EmptyStateProps } from '../ui/list-states.tsx'
import type { CardAction } from './card-actions.tsx'
import classes from './found-collection.module.css'
import { MapCollection, type UsualActions } from './map-collection.tsx'
import { placementText } from './map-facts.ts'
import type { Leaving } from './use-leaving.ts'
import { VisibilitySwitch } from './visibility-switch.tsx'

const DeleteMapDialog = lazyOverlay(async () => (await import('./delete-map-dialog.tsx')).DeleteMapDialog)
const EditMapDialog = lazyOverlay(async () => (await import('./edit-map-dialog.tsx')).EditMapDialog)
const MapInWorkDialog = lazyOverlay(async () => (await import('./map-in-work-dialog.tsx')).MapInWorkDialog)

/** Where the actions of a card lead. */
export interface MapWays {
  readonly onOpenEditor: (map: MapSummary) => void
  readonly onShowOnMap: (map: MapSummary) => void
  readonly onNavigate: (map: MapSummary) => void
}

interface FoundCollectionProps extends MapWays {
  readonly list: ReturnType<typeof useFoundMaps>
  readonly errorTitle: string
  readonly empty: EmptyStateProps
  /** Actions before those that every map has. */
  readonly moreActions?: (map: MapSummary) => readonly CardAction[]
  readonly leaving?: Leaving
}

interface MapDialog {
  readonly kind: 'edit' | 'delete' | 'inWork'
  readonly map: MapSummary
}

/** Maps that were found, anyone's, a page at a time, as cards with all that can be done with each. */
export function FoundCollection(props: FoundCollectionProps) {
  const { list, errorTitle, empty, moreActions, leaving, onOpenEditor, onShowOnMap, onNavigate } = props
  const { t, i18n } = useTranslation(['maps', 'common'])
  const permissionsFor = usePermissionsOf()
  const [dialog, setDialog] = useState<MapDialog | null>(null)
  const { data } = list
  // What is hidden is named in catalogs alone.
  const maps = useMemo(() => data?.maps.filter((map): map is MapSummary => !('hidden' in map)), [data])
  const change = (kind: 'edit' | 'delete', map: MapSummary) =>
    setDialog({ kind: permissionsFor(map).isAssigned ? 'inWork' : kind, map })
  const close = () => setDialog(null)

  const actionsFor = (map: MapSummary, { details, quickView }: UsualActions): CardAction[] => {
    const editor = {
      key: 'points',
      label: t('card.openEditor'),
      icon: IconMapPin,
      onPress: () => onOpenEditor(map),
    }
    const edit = {
      key: 'edit',
      label: t('card.edit'),
      icon: IconPencil,
      onPress: () => change('edit', map),
    }
    const placed = [
      {
        key: 'show',
        label: t('card.showOnMap'),
        icon: IconWorldPin,
        onPress: () => onShowOnMap(map),
      },
      {
        key: 'navigate',
        label: t('card.navigator'),
        icon: IconCompass,
        onPress: () => onNavigate(map),
      },
    ]
    const remove = {
      key: 'delete',
      label: t('card.delete'),
      icon: IconTrash,
      isDestructive: true,
      onPress: () => change('delete', map),
    }
    return [
      ...(moreActions?.(map) ?? []),
      details,
      ...(map.isOwner ? [editor, edit] : []),
      ...(map.isTransformed ? placed : []),
      ...quickView,
      ...(map.isOwner ? [remove] : []),
    ]
  }
  return (
    <>
      <MapCollection
        query={{
          data: maps,
          error: data === undefined ? list.error : null,
          isFetching: list.isFetching,
          errorUpdateCount: list.errorUpdateCount,
          refetch: list.refetch,
        }}
        errorTitle={errorTitle}
        empty={empty}
        actions={actionsFor}
        link={(map) =>
          map.isTransformed && !map.isOwner
            ? { to: '/public-maps', search: { mapId: map.id } }
            : { to: '/map-editor', search: { mapId: map.id } }
        }
        footer={(map) => (
          <>
            {map.placement ? (
              <span className={classes.placement}>{placementText(map.placement, t, i18n.language)}</span>
            ) : null}
            {map.isOwner ? <VisibilitySwitch map={map} /> : null}
          </>
        )}
        {...(leaving && { leaving })}
        paging={{
          total: data?.total ?? 0,
          hasNext: list.hasNextPage && !list.isFetching && !list.isFetchNextPageError,
          onNext: () => void list.fetchNextPage(),
          foot: <Foot list={list} />,
        }}
        onLoad={(map) => (map.isTransformed && !map.isOwner ? onShowOnMap(map) : onOpenEditor(map))}
      />
      {dialog?.kind === 'edit' ? <EditMapDialog map={dialog.map} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? <DeleteMapDialog map={dialog.map} onClose={close} /> : null}
      {dialog?.kind === 'inWork' ? (
        <MapInWorkDialog map={dialog.map} onClose={close} onOpenEditor={() => onOpenEditor(dialog.map)} />
      ) : null}
    </>
  )
}

/** Below the last card: more is on its way, or could not be loaded. */
function Foot({ list }: Pick<FoundCollectionProps, 'list'>) {
  const { t } = useTranslation(['maps', 'common'])
  if (list.isFetchNextPageError)
    return (
      <div className={classes.foot} role="alert">
        <span>{t('found.moreFailed')}</span>
        <Button variant="default" onClick={() => void list.fetchNextPage()}>
          {t('common:action.retry')}
        </Button>
      </div>
    )
  return list.hasNextPage ? <p className={classes.foot}>{t('found.more')}</p> : null
}
