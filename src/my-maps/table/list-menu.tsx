import { IconTableDown, IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { ActionsMenu } from '../../map-record/card-actions.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CorrectMapsDialog } from '../corrections/correct-maps-overlay.ts'

/** What can be done with all rows of the table. @param chosenMaps the maps that are chosen, or all where none is */
export function ListMenu({ chosenMaps }: { readonly chosenMaps: () => readonly MapSummary[] }) {
  const { t } = useTranslation('table')
  const [isCorrecting, setCorrecting] = useState(false)
  const exportList = async () => {
    const maps = chosenMaps()
    try {
      const { exportMapList } = await import('../corrections/export-list.ts')
      await exportMapList(maps)
      toast.success(t('list.exported', { count: maps.length }))
    } catch {
      toast.error(t('list.notExported'))
    }
  }
  return (
    <>
      <ActionsMenu
        label={t('list.label')}
        actions={[
          {
            key: 'export',
            label: t('list.export'),
            icon: IconTableDown,
            onPress: () => void exportList(),
          },
          {
            key: 'correct',
            label: t('list.correct'),
            icon: IconTableImport,
            onPress: () => setCorrecting(true),
          },
        ]}
      />
      {isCorrecting ? <CorrectMapsDialog onClose={() => setCorrecting(false)} /> : null}
    </>
  )
}
