import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { useUndiscoveredMaps } from './assignment-queries.ts'
import { ClaimBox } from './claim-box.tsx'
import { MapList } from './map-list.tsx'

/** The specification's claim window, shown until the instance has told its own. In hours. */
const USUAL_CLAIM_HOURS = 2

interface AssignmentPageProps {
  readonly onOpenEditor: (id: string) => void
}

/** Public maps that wait to be aligned. */
export function UndiscoveredPage({ onOpenEditor }: AssignmentPageProps) {
  const { t } = useTranslation('assignments')
  const query = useUndiscoveredMaps()
  const { data } = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => callApi(config, {}, { signal }),
    staleTime: Infinity,
  })
  const hours = t('undiscovered.hours', { count: data?.limits.claimHours ?? USUAL_CLAIM_HOURS })
  return (
    <>
      <PageHeader title={t('undiscovered.title')} text={t('undiscovered.text', { hours })} />
      <MapList
        query={query}
        errorTitle={t('undiscovered.error')}
        empty={{ title: t('undiscovered.empty'), text: t('undiscovered.emptyText') }}
        footer={(map) => <ClaimBox map={map} onClaimed={onOpenEditor} />}
        onOpenEditor={onOpenEditor}
      />
    </>
  )
}
