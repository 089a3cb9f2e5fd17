import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MAP_ARCHIVE_DAYS, type MapArchiveKind } from '../../../contract/api/map-archive.ts'
import { isSystemKind, systemOfKind } from '../../../contract/archive-systems.ts'
import { errorText, messageOf } from '../../api/api-error.ts'
import { fileUrl } from '../../api/file-path.ts'
import { useIsArchiveMade, useMapArchive, useMapArchiveChanges } from '../../queries/map-archive-queries.ts'
import { formatBytes } from '../../ui/byte-text.ts'
import { archiveEnding } from './made-downloads.ts'
import classes from './map-archive.module.css'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

interface MapArchiveProps {
  readonly mapId: string
  readonly kind: MapArchiveKind
  /** Of the map. */
  readonly title: string
}

/** A map as another file: it is made at the reader's word, which goes on when the page is left, and is kept for some days. */
export function MapArchive({ mapId, kind, title }: MapArchiveProps) {
  const { t } = useTranslation(['downloads', 'common'])
  const { data, error, refetch, isRefetching } = useMapArchive(mapId, kind)
  const { make, cancel } = useMapArchiveChanges(mapId, kind)
  const { reset } = make
  const isOtherMade = useIsArchiveMade(mapId)
  // Refused while another file was made: once that is over, it can be asked for again.
  useEffect(() => {
    if (!isOtherMade) reset()
  }, [isOtherMade, reset])
  const crs = systemOfKind(kind)
  const texts = isSystemKind(kind) ? 'system' : kind
  const name = t(`archives.${texts}.title`, { crs })
  const region = useRef<HTMLDivElement>(null)
  if (!data && !error) return null
  // The button that was pressed goes: what has come in its place is read from here on.
  const act = (change: typeof make) => change.mutate(undefined, { onSuccess: () => region.current?.focus() })
  const refusal = make.error ?? cancel.error
  const percent = Math.round(data?.percent ?? 0)
  const isMade = data?.state === 'queued' || data?.state === 'running'
  const doing = data?.state === 'queued' ? t('archives.waiting') : t('archives.making', { percent })
  return (
    <div ref={region} tabIndex={-1} role="group" aria-label={name} className={classes.archive}>
      {data?.state === 'done' && data.path !== null ? (
        <Finished
          kind={kind}
          name={name}
          title={title}
          path={data.path}
          bytes={data.bytes ?? 0}
          keptUntil={data.keptUntil}
        />
      ) : (
        <p className={classes.title}>{name}</p>
      )}
      {data?.state === 'none' ? (
        <>
          <p className={classes.hint}>
            {t(`archives.${texts}.what`)} {t('archives.how', { count: MAP_ARCHIVE_DAYS })}
          </p>
          <Button
            variant="default"
            size="sm"
            aria-label={t('archives.makeNamed', { title: name })}
            loading={make.isPending}
            onClick={() => act(make)}
          >
            {t('archives.make')}
          </Button>
        </>
      ) : null}
      {isMade ? (
        <>
          <Progress value={percent} size="lg" color="ultramarine" aria-label={name} />
          <div className={classes.line}>
            <span>{doing}</span>
            {data.isOwn ? (
              <Button variant="default" size="sm" loading={cancel.isPending} onClick={() => act(cancel)}>
                {t('common:action.cancel')}
              </Button>
            ) : null}
          </div>
          <p className={classes.hint}>{t('archives.goesOn')}</p>
        </>
      ) : null}
      {data?.state === 'failed' ? (
        <>
          <p className={classes.failed}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
            {data.error ? messageOf(data.error.messageKey, data.error.message, data.error.details) : null}
          </p>
          <Button variant="default" size="sm" loading={make.isPending} onClick={() => act(make)}>
            {t('common:action.retry')}
          </Button>
        </>
      ) : null}
      {data ? null : (
        <Button variant="default" size="sm" loading={isRefetching} onClick={() => void refetch()}>
          {t('common:action.retry')}
        </Button>
      )}
      {refusal || !data ? (
        <p role="alert" className={classes.failed}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          {refusal ? errorText(refusal) : t('archives.unknown')}
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {spoken()}
      </p>
    </div>
  )

  /** Said when it begins and when it ends, not at each percent. */
  function spoken(): string {
    if (isMade) return t('archives.begun', { title: name })
    if (data?.state === 'done') return t('archives.ready', { title: name })
    return data?.state === 'failed' ? t('archives.failed', { title: name }) : ''
  }
}

interface FinishedProps {
  readonly kind: MapArchiveKind
  /** Of the file. */
  readonly name: string
  /** Of the map. */
  readonly title: string
  readonly path: string
  readonly bytes: number
  readonly keptUntil: string | null
}

/** The finished file, and how long it is there. */
function Finished({ kind, name, title, path, bytes, keptUntil }: FinishedProps) {
  const { t, i18n } = useTranslation('downloads')
  const { language } = i18n
  return (
    <>
      <a href={fileUrl(path)} download={`${title}${archiveEnding(kind)}`}>
        {name}, {formatBytes(bytes, language)}
      </a>
      {keptUntil === null ? null : (
        <p className={classes.hint}>
          {t('archives.kept', {
            date: new Intl.DateTimeFormat(dateLanguage(language), { dateStyle: 'medium' }).format(
              new Date(keptUntil),
            ),
          })}
        </p>
      )}
    </>
  )
}
