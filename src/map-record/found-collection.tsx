import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import type { useFoundMaps } from '../queries/find-queries.ts'
import type { EmptyStateProps } from '../ui/list-states.tsx'
import type { CardAction } from './card-actions.tsx'
import classes from './found-collection.module.css'
import { MapCollection } from './map-collection.tsx'
import { placementText } from './map-facts.ts'
import type { Leaving } from './use-leaving.ts'
import { type MapWays, useMapActions } from './use-map-actions.tsx'
import { VisibilitySwitch } from './visibility-switch.tsx'

interface FoundCollectionProps extends MapWays {
  readonly list: ReturnType<typeof useFoundMaps>
  readonly errorTitle: string
  readonly empty: EmptyStateProps
  /** Actions beside those that every map has. */
  readonly moreActions?: (map: MapSummary) => readonly CardAction[]
  readonly leaving?: Leaving
}

/** Maps that were found, anyone's, a page at a time, as cards with all that can be done with each. */
export function FoundCollection(props: FoundCollectionProps) {
  const { list, errorTitle, empty, moreActions, leaving, onOpenEditor, onShowOnMap } = props
  const { t, i18n } = useTranslation(['maps', 'common'])
  const { actionsFor, dialog } = useMapActions(props)
  const { data } = list
  // What is hidden is named in catalogs alone.
  const maps = useMemo(() => data?.maps.filter((map): map is MapSummary => !('hidden' in map)), [data])
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
        actions={(map, usual) => [...actionsFor(map, usual), ...(moreActions?.(map) ?? [])]}
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
      {dialog}
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
