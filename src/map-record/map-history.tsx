import { Button } from '@mantine/core'
import { IconArrowsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapEvent, MapEventKind } from '../../contract/api/map-history.ts'
import { errorText } from '../api/api-error.ts'
import { useMapHistory, useRestoreVersion } from '../queries/history-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { toast } from '../ui/toast-store.ts'
import { decisionText } from './decision-text.ts'
import { FieldChanges } from './field-changes.tsx'
import classes from './map-history.module.css'
import { dateLanguage } from '../ui/i18n/date-language.ts'

const VersionsDialog = lazyOverlay(
  async () => (await import('./versions/versions-dialog.tsx')).VersionsDialog,
)

/** Events in sight before all are asked for. */
const SHOWN_FIRST = 4
/** Overlays that once counted; one of them may count again. */
const COUNTED: readonly MapEventKind[] = ['published', 'versionRestored', 'approved']

interface MapHistoryProps {
  readonly mapId: string
  /** May take an earlier overlay again. */
  readonly isOwner: boolean
}

/** What happened to a map, newest first: its scan, overlays, claims and decisions. */
export function MapHistory({ mapId, isOwner }: MapHistoryProps) {
  const { t } = useTranslation('maps')
  const headingId = useId()
  const [isWhole, setIsWhole] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const history = useMapHistory(mapId)
  const failure = useFailure(history)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = history
  const events = data?.pages.flatMap((page) => page.events) ?? []
  const total = data?.pages[0]?.total ?? 0
  // Newest first: the overlay may have come to count several times.
  const shownNow = events.find(({ kind, version }) => version?.isCurrent && COUNTED.includes(kind))?.id
  const restorable = isOwner ? restorableEvents(events) : new Set<string>()
  if (failure) return <ErrorState title={t('history.failed')} {...failure} />
  if (events.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={classes.history}>
      <h4 id={headingId} className={classes.heading}>
        {t('history.title')}
      </h4>
      {isOwner && overlaysOf(events).size > 1 ? (
        <Button
          variant="default"
          size="xs"
          mb={8}
          className="touch-target"
          leftSection={<IconArrowsHorizontal size={16} stroke={1.75} aria-hidden />}
          onClick={() => setComparing(true)}
        >
          {t('history.compare')}
        </Button>
      ) : null}
      <ol className={classes.events}>
        {events.slice(0, isWhole ? undefined : SHOWN_FIRST).map((event) => (
          <HistoryItem
            key={event.id}
            mapId={mapId}
            event={event}
            isShownNow={event.id === shownNow}
            isRestorable={restorable.has(event.id)}
          />
        ))}
      </ol>
      {isComparing ? <VersionsDialog mapId={mapId} onClose={() => setComparing(false)} /> : null}
      {!isWhole && total > SHOWN_FIRST ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
          {t('history.all', { total })}
        </Button>
      ) : null}
      {isWhole && hasNextPage ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('history.older')}
        </Button>
      ) : null}
    </section>
  )
}

/** Numbers of the overlays that are kept. */
const overlaysOf = (events: readonly MapEvent[]) =>
  new Set(events.flatMap(({ version }) => (version?.isKept ? [version.n] : [])))

/** The newest event of each overlay that counted once, is kept and does not count now. */
function restorableEvents(events: readonly MapEvent[]): ReadonlySet<string> {
  const byVersion = new Map<number, string>()
  for (const { id, kind, version } of events)
    if (version?.isKept && !version.isCurrent && COUNTED.includes(kind) && !byVersion.has(version.n))
      byVersion.set(version.n, id)
  return new Set(byVersion.values())
}

interface HistoryItemProps {
  readonly mapId: string
  readonly event: MapEvent
  /** Its overlay is the current one. */
  readonly isShownNow: boolean
  readonly isRestorable: boolean
}

function HistoryItem({ mapId, event, isShownNow, isRestorable }: HistoryItemProps) {
  const { t, i18n } = useTranslation('maps')
  const restore = useRestoreVersion(mapId, {
    onSuccess: (n) => toast.success(t('history.restored', { n })),
    onError: (error) => toast.error(errorText(error)),
  })
  const { kind, at, username, worker, version, reason, note } = event
  const names = {
    user: username ?? t('history.someone'),
    worker: worker ?? t('history.someone'),
    n: version?.n ?? 0,
  }
  const time = new Intl.DateTimeFormat(dateLanguage(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const words = decisionText({ reason, note })
  return (
    <li className={classes.event}>
      <span dir="auto">
        {t(kind === 'released' && username === null ? 'history.undecided' : `history.${kind}`, names)}
      </span>
      {version?.pointCount == null || version.transformationType === null ? null : (
        <span className={classes.detail}>
          {t(`history.type.${version.transformationType}`)} ·{' '}
          {t('history.points', { count: version.pointCount })}
          {isShownNow ? ` · ${t('history.current')}` : null}
        </span>
      )}
      {event.changes ? <FieldChanges changes={event.changes} /> : null}
      {words ? (
        <q className={classes.words} dir="auto">
          {words}
        </q>
      ) : null}
      <time className={classes.detail} dateTime={at}>
        {time.format(new Date(at))}
      </time>
      {isRestorable && version ? (
        <Button
          variant="default"
          size="xs"
          mt={4}
          className="touch-target"
          loading={restore.isPending}
          onClick={() => restore.mutate(version.n)}
          aria-label={t('history.restoreNamed', { n: version.n })}
        >
          {t('history.restore')}
        </Button>
      ) : null}
    </li>
  )
}
