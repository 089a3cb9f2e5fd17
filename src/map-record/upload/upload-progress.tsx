import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconCircleCheck, IconPlayerPause, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMapRecord } from '../map-queries.ts'
import classes from './upload.module.css'
import { durationParts, type UploadPace } from './upload-meter.ts'

interface UploadProgressProps {
  readonly fileName: string
  readonly pace: UploadPace
  readonly isPaused: boolean
}

const ICON = { size: 24, stroke: 1.75 }

/** Sending: percent, KB/s, time left. */
export function UploadProgress({ fileName, pace, isPaused }: UploadProgressProps) {
  const { t, i18n } = useTranslation(['maps', 'common'])
  const kilobytes = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 }).format(
    pace.bytesPerSecond / 1024,
  )
  const left =
    pace.secondsLeft === null
      ? null
      : durationParts(pace.secondsLeft)
          .map(({ value, unit }) => `${value} ${t(`common:duration.${unit}`)}`)
          .join(' ')
  return (
    <div className={classes.progress}>
      <h3 className={classes.progressTitle}>
        {isPaused ? <IconPlayerPause {...ICON} aria-hidden /> : <IconUpload {...ICON} aria-hidden />}
        {isPaused ? t('upload.paused') : t('upload.uploading')}
      </h3>
      <p className={classes.progressFile}>{fileName}</p>
      <Progress value={pace.percent} size="lg" aria-label={t('upload.uploading')} />
      <p className={classes.numbers}>
        <strong>{pace.percent} %</strong>
        <span>{t('upload.rate', { rate: kilobytes })}</span>
        <span>{left === null || isPaused ? '\u00a0' : t('upload.left', { time: left })}</span>
      </p>
    </div>
  )
}

/** Sent: the success check, and how far the server is with the scan. */
export function ProcessingProgress({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('maps')
  const { data: map } = useMapRecord(mapId)
  const isReady = map?.processing.state === 'ready'
  const percent = isReady ? 100 : Math.round(map?.processing.percent ?? 0)
  return (
    <div className={classes.progress} role="status">
      <h3 className={classes.progressTitle}>
        <IconCircleCheck {...ICON} color="var(--p-green)" aria-hidden />
        {t('upload.uploaded')}
      </h3>
      <Progress value={percent} size="lg" color="ultramarine" aria-label={t('upload.processing')} />
      <p className={classes.numbers}>
        <span>{isReady ? t('upload.ready') : t('upload.processing')}</span>
        <strong>{percent} %</strong>
      </p>
    </div>
  )
}
