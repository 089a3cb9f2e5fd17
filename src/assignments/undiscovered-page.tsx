import { useTranslation } from 'react-i18next'
import { MapCollection } from '../map-record/map-collection.tsx'
import { useConfig } from '../queries/use-config.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { useUndiscoveredMaps } from './assignment-queries.ts'
import { ClaimBox } from './claim-box.tsx'

/** The specification's claim window, shown until the instance has told its own. In hours. */
const USUAL_CLAIM_HOURS = 2

interface AssignmentPageProps {
  readonly onOpenEditor: (id: string) => void
}

/** Public maps that wait to be aligned. */
export function UndiscoveredPage({ onOpenEditor }: AssignmentPageProps) {
  const { t } = useTranslation('assignments')
  const query = useUndiscoveredMaps()
  const { data } = useConfig()
  const hours = t('undiscovered.hours', { count: data?.limits.claimHours ?? USUAL_CLAIM_HOURS })
  return (
    <>
      <PageHeader title={t('undiscovered.title')} text={t('undiscovered.text', { hours })} />
      <MapCollection
        query={query}
        errorTitle={t('undiscovered.error')}
        empty={{ title: t('undiscovered.empty'), text: t('undiscovered.emptyText') }}
        footer={(map) => <ClaimBox map={map} onClaimed={onOpenEditor} />}
        onLoad={({ id }) => onOpenEditor(id)}
      />
    </>
  )
}
