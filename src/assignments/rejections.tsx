import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { CLAIM_AGAIN_HOURS } from '../../contract/constants.ts'
import { serverNow } from '../api/server-clock.ts'
import { decisionText } from '../map-record/decision-text.ts'
import { useMyRejections } from '../queries/claim-queries.ts'
import { useSession } from '../session/session.ts'
import { ClaimBox } from './claim-box.tsx'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/** When a map may be claimed again by whose work on it was rejected, in milliseconds since 1970. */
const againFrom = (rejectedAt: string) => Date.parse(rejectedAt) + CLAIM_AGAIN_HOURS * 3_600_000

/**
 * What was lately rejected of the user's work and why, until other work is submitted; its points are kept, and after a day
 * the map may be claimed again.
 */
export function Rejections({ onClaimed }: { readonly onClaimed: (id: string) => void }) {
  const { t, i18n } = useTranslation('assignments')
  const { user } = useSession()
  const { data = [] } = useMyRejections()
  const day = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(dateLanguage(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  if (data.length === 0) return null
  const isTheirsAgain = (map: MapSummary) => map.assigned !== null && map.assigned.to.id === user?.id
  const whatNext = (map: MapSummary, rejectedAt: string) => {
    if (isTheirsAgain(map)) return t('mine.claimedAgain')
    return againFrom(rejectedAt) > serverNow()
      ? t('mine.againFrom', { time: moment.format(againFrom(rejectedAt)) })
      : t('mine.pointsKept')
  }
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
              {decisionText({ reason, note })} {whatNext(map, rejectedAt)}
            </span>
            {!map.isTransformed && !isTheirsAgain(map) && againFrom(rejectedAt) <= serverNow() && (
              <ClaimBox map={map} onClaimed={onClaimed} />
            )}
          </Stack>
        </Alert>
      ))}
    </Stack>
  )
}
