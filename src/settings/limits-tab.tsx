import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { personalMaps } from '../../contract/api/maps.ts'
import { config } from '../../contract/api/system.ts'
import { checkTransformLimit } from '../../contract/api/transform.ts'
import { callApi } from '../api/call-api.ts'
import { serverNow } from '../api/server-clock.ts'
import { ErrorState, SkeletonState } from '../ui/list-states.tsx'
import classes from './settings.module.css'
import { countOfMonth } from './usage.ts'

async function loadUsage(signal: AbortSignal) {
  const [{ limits }, { remainingAttempts }, { maps }] = await Promise.all([
    callApi(config, {}, { signal }),
    callApi(checkTransformLimit, {}, { signal }),
    callApi(personalMaps, {}, { signal }),
  ])
  return { limits, remainingAttempts, mapsThisMonth: countOfMonth(maps, serverNow()) }
}

/** The limits of this installation beside what was used of them. */
export function LimitsTab() {
  const { t, i18n } = useTranslation('settings')
  const { data, error, refetch, isRefetching } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => loadUsage(signal),
    staleTime: 0,
  })
  if (error)
    return <ErrorState title={t('limits.failed')} onRetry={() => void refetch()} isRetrying={isRefetching} />
  if (!data)
    return (
      <SkeletonState>
        <div className={classes.skeleton} />
      </SkeletonState>
    )
  const { limits, remainingAttempts, mapsThisMonth } = data
  const used = mapsThisMonth
  const gibibytes = new Intl.NumberFormat(i18n.language).format(limits.maxUploadBytes / 1024 ** 3)
  const rows: [string, string][] = [
    [
      t('limits.maps'),
      limits.mapsPerMonth === 0
        ? t('limits.unlimited', { used })
        : t('limits.of', { used, most: limits.mapsPerMonth }),
    ],
    [
      t('limits.transforms'),
      remainingAttempts === null
        ? t('limits.noLimit')
        : t('limits.of', { used: remainingAttempts, most: limits.transformsPerHour }),
    ],
    [t('limits.upload'), `${gibibytes} GiB`],
    [t('limits.claim'), t('limits.hours', { count: limits.claimHours })],
  ]
  return (
    <dl className={classes.limits}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
