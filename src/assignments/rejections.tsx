import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { decisionText } from '../map-record/decision-text.ts'
import { useMyRejections } from '../queries/claim-queries.ts'
import { ClaimBox } from './claim-box.tsx'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/** What was lately rejected of the user's work and why; its points are kept, and the map may be claimed again. */
export function Rejections({ onClaimed }: { readonly onClaimed: (id: string) => void }) {
  const { t, i18n } = useTranslation('assignments')
  const { data = [] } = useMyRejections()
  const day = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' })
  if (data.length === 0) return null
  return (
    <Stack gap="sm" mb="lg">
      {data.map(({ map, reason, note, rejectedAt }) => (
        <Alert
          key={map.id}
          color="amber"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('mine.rejected', { title: map.titles.title, day: day.format(new Date(rejectedAt)) })}
        >
          <Stack gap="xs" align="flex-start">
            <span>
              {decisionText({ reason, note })} {t('mine.pointsKept')}
            </span>
            {!map.isTransformed && <ClaimBox map={map} onClaimed={onClaimed} />}
          </Stack>
        </Alert>
      ))}
    </Stack>
  )
}
