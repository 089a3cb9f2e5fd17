import { Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCollection } from '../map-record/map-collection.tsx'
import { useConfig } from '../queries/use-config.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useUndiscoveredMaps } from './assignment-queries.ts'
import classes from './assignments.module.css'
import { ClaimBox } from './claim-box.tsx'
import { narrowed, UNDISCOVERED_ORDERS, type UndiscoveredOrder } from './narrowed-maps.ts'

/** The specification's claim window, shown until the instance has told its own. In hours. */
const USUAL_CLAIM_HOURS = 2
/** From so many maps on there is something to search in and to sort. */
const SORTED_FROM = 10

interface AssignmentPageProps {
  readonly onOpenEditor: (id: string) => void
}

/** Public maps that wait to be aligned. */
export function UndiscoveredPage({ onOpenEditor }: AssignmentPageProps) {
  const { t, i18n } = useTranslation(['assignments', 'sorting'])
  const query = useUndiscoveredMaps()
  const { data } = useConfig()
  const [words, setWords] = useState('')
  const [order, setOrder] = useState<UndiscoveredOrder>('newest')
  const hours = t('undiscovered.hours', { count: data?.limits.claimHours ?? USUAL_CLAIM_HOURS })
  const maps = query.data
  // What has been narrowed stays so when maps are claimed meanwhile.
  const isNarrowed = words !== '' || order !== 'newest'
  const isSorted = maps !== undefined && maps.length > 0 && (maps.length >= SORTED_FROM || isNarrowed)
  const shown = useMemo(
    () => (maps ? narrowed(maps, words, order, i18n.language) : []),
    [maps, words, order, i18n.language],
  )
  return (
    <>
      <PageHeader title={t('undiscovered.title')} text={t('undiscovered.text', { hours })} />
      {isSorted ? (
        <div className={classes.narrowing}>
          <SearchField
            label={t('sorting:searchHere')}
            clearLabel={t('sorting:clear')}
            words={words}
            onChange={setWords}
          />
          <NativeSelect
            aria-label={t('sorting:order')}
            value={order}
            data={UNDISCOVERED_ORDERS.map((value) => ({ value, label: t(`sorting:orders.${value}`) }))}
            onChange={({ currentTarget }) =>
              setOrder(UNDISCOVERED_ORDERS.find((value) => value === currentTarget.value) ?? 'newest')
            }
          />
        </div>
      ) : null}
      <p className="visually-hidden" role="status">
        {words.trim() === '' ? null : t('sorting:found', { count: shown.length })}
      </p>
      <MapCollection
        query={query}
        errorTitle={t('undiscovered.error')}
        empty={{ title: t('undiscovered.empty'), text: t('undiscovered.emptyText') }}
        filtered={{
          maps: shown,
          empty: {
            title: t('sorting:noneFound'),
            action: (
              <Button variant="default" onClick={() => setWords('')}>
                {t('sorting:clear')}
              </Button>
            ),
          },
        }}
        footer={(map) => <ClaimBox map={map} onClaimed={onOpenEditor} />}
        onLoad={({ id }) => onOpenEditor(id)}
      />
    </>
  )
}
