import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconUpload,
  IconWifiOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/api-error.ts'
import { useMapRecord } from '../../queries/map-queries.ts'
import { formatPercent } from '../../ui/number-format.ts'
import classes from './upload.module.css'
import { durationParts, fileSize, type UploadPace } from './upload-meter.ts'

interface UploadProgressProps {
  readonly fileName: string
  readonly fileBytes: number
  readonly pace: UploadPace
  readonly phase: 'uploading' | 'paused' | 'waiting'
  readonly isResumable: boolean
}

const ICON = { size: 24, stroke: 1.75 }
const ICONS = { uploading: IconUpload, paused: IconPlayerPause, waiting: IconWifiOff }

/** Sending: percent, KB/s, time left; or why nothing is sent at the moment. */
export function UploadProgress({ fileName, fileBytes, pace, phase, isResumable }: UploadProgressProps) {
  const { t, i18n } = useTranslation(['maps', 'upload', 'common'])
  const Icon = ICONS[phase]
  const size = fileSize(fileBytes)
  const kilobytes = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 }).format(
    pace.bytesPerSecond / 1024,
  )
  const left =
    pace.secondsLeft === null
      ? null
      : durationParts(pace.secondsLeft)
          .map(({ value, unit }) => `${value}\u00a0${t(`common:duration.${unit}`)}`)
          .join(' ')
  return (
    <div className={classes.progress}>
      <h3 className={classes.progressTitle}>
        <Icon {...ICON} aria-hidden />
        <span role="status">{t(`upload:${phase}`)}</span>
      </h3>
      <p className={classes.progressFile}>
        <span>{fileName}</span>
        <span>
          {new Intl.NumberFormat(i18n.language).format(size.value)}
          {'\u00a0'}
          {t(`upload:units.${size.unit}`)}
        </span>
      </p>
      <Progress value={pace.percent} size="lg" aria-label={t('upload:uploading')} />
      <p className={classes.numbers}>
        <strong>{formatPercent(pace.percent, i18n.language)}</strong>
        <span>{left === null || phase !== 'uploading' ? null : t('upload:left', { time: left })}</span>
        <span>{phase === 'uploading' ? t('upload:rate', { rate: kilobytes }) : '\u00a0'}</span>
      </p>
      {isResumable ? (
        <p className={classes.hint}>
          {t(phase === 'waiting' ? 'upload:waitingHint' : 'upload:resumableHint')}
        </p>
      ) : null}
    </div>
  )
}

interface ProcessingProgressProps {
  readonly mapId: string
  /** Its scan is fetched by the server from elsewhere. */
  readonly isFetched: boolean
}

/** Sent: the success check and how far the server is with the scan, or why that cannot be read. */
export function ProcessingProgress({ mapId, isFetched }: ProcessingProgressProps) {
  const { t, i18n } = useTranslation(['maps', 'upload'])
  const { data: map } = useMapRecord(mapId)
  const isReady = map?.processing.state === 'ready'
  const percent = isReady ? 100 : Math.round(map?.processing.percent ?? 0)
  const error = map?.processing.state === 'failed' ? map.processing.error : null
  const isFetching = map ? map.processing.state === 'fetching' : isFetched
  const doing = t(isFetching ? 'upload:iiif.fetching' : 'upload:processing')
  return (
    <div className={classes.progress} role="status">
      {error ? null : (
        <h3 className={classes.progressTitle}>
          <IconCircleCheck {...ICON} color="var(--p-green)" aria-hidden />
          {t(isFetched ? 'upload:iiif.begun' : 'upload:uploaded')}
        </h3>
      )}
      {error ? (
        <p className={classes.failed}>
          <IconAlertTriangle {...ICON} color="var(--p-red)" aria-hidden />
          <span>
            {t('upload:unreadable')} {messageOf(error.messageKey, error.message, error.details)}
          </span>
        </p>
      ) : (
        <>
          <Progress value={percent} size="lg" color="verdigris" aria-label={doing} />
          <p className={classes.numbers}>
            <span>{isReady ? t('upload:ready') : doing}</span>
            <strong>{formatPercent(percent, i18n.language)}</strong>
          </p>
        </>
      )}
    </div>
  )
}
