import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { personalMaps, storageUse } from '../../contract/api/maps.ts'
import { config } from '../../contract/api/system.ts'
import { checkTransformLimit } from '../../contract/api/transform.ts'
import { callApi } from '../api/call-api.ts'
import { serverNow } from '../api/server-clock.ts'
import { wholeList } from '../queries/map-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { ErrorState, SkeletonState } from '../ui/list-states.tsx'
import classes from './settings.module.css'
import { countOfMonth } from './usage.ts'

async function loadUsage(signal: AbortSignal) {
  const [{ limits }, { remainingAttempts }, maps, storage] = await Promise.all([
    callApi(config, {}, { signal }),
    callApi(checkTransformLimit, {}, { signal }),
    wholeList(personalMaps, signal),
    callApi(storageUse, {}, { signal }),
  ])
  return { limits, remainingAttempts, storage, mapsThisMonth: countOfMonth(maps, serverNow()) }
}

/** The limits of this installation beside what was used of them. */
export function LimitsTab() {
  const { t, i18n } = useTranslation('settings')
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => loadUsage(signal),
    staleTime: 0,
  })
  const failure = useFailure(usage)
  const { data } = usage
  if (failure) return <ErrorState title={t('limits.failed')} {...failure} />
  if (!data)
    return (
      <SkeletonState>
        <div className={classes.skeleton} />
      </SkeletonState>
    )
  const { limits, remainingAttempts, storage, mapsThisMonth } = data
  const used = mapsThisMonth
  const gibibytes = (bytes: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(bytes / 1024 ** 3)
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
    [
      t('limits.storage'),
      storage.bytesAllowed === null
        ? t('limits.gibibytesUsed', { used: gibibytes(storage.bytesUsed) })
        : t('limits.gibibytesOf', {
            used: gibibytes(storage.bytesUsed),
            most: gibibytes(storage.bytesAllowed),
          }),
    ],
    [t('limits.upload'), `${gibibytes(limits.maxUploadBytes)}\u00a0GiB`],
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
