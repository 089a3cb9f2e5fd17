import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { errorText } from '../../../api/api-error.ts'
import { useRestoreMap } from '../../../queries/map-queries.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { Banner } from '../../parts/banner.tsx'

interface GoneBannerProps {
  readonly record: MapRecord
  readonly onExport: () => void
}

/** Says that the map is not there any more, and how to go on: restore it, take the points along, or leave. */
export function GoneBanner({ record, onExport }: GoneBannerProps) {
  const { t } = useTranslation('editor')
  const { mutate, isPending } = useRestoreMap()
  const restore = () => mutate(record.id, { onError: (failure) => toast.error(errorText(failure)) })
  return (
    <Banner
      tone="amber"
      actions={
        <>
          {record.isOwner ? (
            <Button size="xs" loading={isPending} onClick={restore}>
              {t('banner.restoreMap')}
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={onExport}>
            {t('banner.downloadPoints')}
          </Button>
          <ButtonLink size="xs" variant="default" to="/main">
            {t('load.toMaps')}
          </ButtonLink>
        </>
      }
    >
      {t(record.isOwner ? 'banner.inTrash' : 'banner.gone')}
    </Banner>
  )
}
