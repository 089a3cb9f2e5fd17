import { Button, Checkbox, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconTrashOff, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { TRASH_DAYS } from '../../contract/constants.ts'
import { errorText } from '../api/api-error.ts'
import { MapThumbnail } from '../map-record/map-thumbnail.tsx'
import { useManyMaps } from '../queries/many-maps.ts'
import { useRestoreMap, useTrashedMaps } from '../queries/map-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { EmptyState, ErrorState, SkeletonState } from '../ui/list-states.tsx'
import { toast } from '../ui/toast-store.ts'
import { forGood, fromTrash } from './select-many/changes.ts'
import classes from './trash-dialog.module.css'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/** Deleted maps, the last one first, how long they are kept, and the way back for one or many. */
export function TrashDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['maps', 'common', 'trash'])
  const trashed = useTrashedMaps(true)
  const failure = useFailure(trashed)
  const maps = trashed.data
  const { mutate, isPending: isRestoring, variables } = useRestoreMap()
  const restore = ({ id, titles: { title } }: MapSummary) =>
    mutate(id, {
      onSuccess: () => toast.success(t('trash:restored', { title })),
      onError: (failure) => toast.error(errorText(failure)),
    })
  return (
    <Dialog opened onClose={onClose} hasStep={false} title={t('trash:title')} size={640}>
      <p className={classes.lead}>{t('trash:text')}</p>
      {failure ? (
        <ErrorState title={errorText(failure.error)} {...failure} />
      ) : !maps ? (
        <SkeletonState>
          <div className={classes.skeleton} />
        </SkeletonState>
      ) : maps.length === 0 ? (
        <EmptyState title={t('trash:empty')} icon={<IconTrashOff size={48} stroke={1.25} aria-hidden />} />
      ) : (
        <TrashList
          maps={maps.toSorted((a, b) => (b.deletedAt ?? '').localeCompare(a.deletedAt ?? ''))}
          restoringId={isRestoring ? variables : undefined}
          onRestore={restore}
        />
      )}
    </Dialog>
  )
}

interface TrashListProps {
  readonly maps: readonly MapSummary[]
  /** The one that is being restored by its own button. */
  readonly restoringId: string | undefined
  readonly onRestore: (map: MapSummary) => void
}

function TrashList({ maps, restoringId, onRestore }: TrashListProps) {
  const { t } = useTranslation(['maps', 'common', 'trash'])
  const [picked, pick] = useState<ReadonlySet<string>>(new Set())
  const { progress, changeAll, stop } = useManyMaps()
  // One that was restored elsewhere meanwhile is chosen no more.
  const chosen = maps.map(({ id }) => id).filter((id) => picked.has(id))

  const [doomed, setDoomed] = useState<readonly MapSummary[]>([])
  const only = doomed.length === 1 ? doomed[0] : undefined
  const removeForGood = async () => {
    const ids = doomed.map(({ id }) => id)
    setDoomed([])
    const { changed, failed } = await changeAll(ids, forGood)
    if (changed.size > 0) toast.success(t('trash:removedMany', { count: changed.size }))
    const [reason] = failed.values()
    if (failed.size > 0) toast.error(t('trash:notRemoved', { count: failed.size, reason: errorText(reason) }))
  }
  const restoreChosen = async () => {
    const { changed, failed } = await changeAll(chosen, fromTrash)
    if (changed.size > 0) toast.success(t('trash:restoredMany', { count: changed.size }))
    const [reason] = failed.values()
    if (failed.size > 0)
      toast.error(t('trash:notRestored', { count: failed.size, reason: errorText(reason) }))
  }
  const choose = (id: string, isChosen: boolean) =>
    pick(new Set(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id)))

  return (
    <>
      {progress ? (
        <div className={classes.many}>
          <Progress
            className={classes.progress ?? ''}
            value={(progress.done / progress.total) * 100}
            aria-label={t('trash:restoreChosen', { count: progress.total })}
          />
          <Button variant="default" onClick={stop}>
            {t('common:action.cancel')}
          </Button>
        </div>
      ) : maps.length > 1 ? (
        <div className={classes.many}>
          <Checkbox
            label={t('trash:chooseAll', { count: maps.length })}
            checked={chosen.length === maps.length}
            indeterminate={chosen.length > 0 && chosen.length < maps.length}
            onChange={() => pick(new Set(chosen.length === maps.length ? [] : maps.map(({ id }) => id)))}
          />
          {chosen.length > 0 && (
            <span className={classes.buttons}>
              <Button
                variant="default"
                color="vermilion"
                onClick={() => setDoomed(maps.filter(({ id }) => picked.has(id)))}
              >
                {t('trash:removeChosen', { count: chosen.length })}
              </Button>
              <Button onClick={() => void restoreChosen()}>
                {t('trash:restoreChosen', { count: chosen.length })}
              </Button>
            </span>
          )}
        </div>
      ) : null}
      <ul className={classes.list}>
        {maps.map((map) => (
          <TrashedMap
            key={map.id}
            map={map}
            isChosen={picked.has(map.id)}
            isRestoring={map.id === restoringId}
            onRestore={() => onRestore(map)}
            onRemove={() => setDoomed([map])}
            onChoose={maps.length > 1 ? (isChosen) => choose(map.id, isChosen) : undefined}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={doomed.length > 0}
        {...(only
          ? { title: t('trash:removeOneTitle'), text: t('trash:removeOneText', { title: only.titles.title }) }
          : { title: t('trash:removeTitle', { count: doomed.length }), text: t('trash:removeText') })}
        confirmLabel={t('trash:remove')}
        onCancel={() => setDoomed([])}
        onConfirm={() => void removeForGood()}
      />
    </>
  )
}

interface TrashedMapProps {
  readonly map: MapSummary
  readonly isChosen: boolean
  readonly isRestoring: boolean
  readonly onRestore: () => void
  /** Removes it for good. */
  readonly onRemove: () => void
  /** Absent where there is nothing to choose from. */
  readonly onChoose: ((isChosen: boolean) => void) | undefined
}

const DAY_MS = 86_400_000

function TrashedMap({ map, isChosen, isRestoring, onRestore, onRemove, onChoose }: TrashedMapProps) {
  const { t, i18n } = useTranslation(['maps', 'trash'])
  const { deletedAt, titles } = map
  const { title } = titles
  const day = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' })
  return (
    <li>
      {onChoose && (
        <Checkbox
          aria-label={t('trash:choose', { title })}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <span className={classes.picture}>
        <MapThumbnail basePath={map.basePath} alt="" isReady={map.processing.state === 'ready'} />
      </span>
      <span className={classes.text}>
        <span className={classes.title} dir="auto">
          {title}
        </span>
        {deletedAt && (
          <span className={classes.when}>
            <Trans
              t={t}
              i18nKey="trash:deleted"
              values={{
                deleted: day.format(new Date(deletedAt)),
                until: day.format(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS),
              }}
              components={{ day: <span className={classes.day} /> }}
            />
          </span>
        )}
      </span>
      <span className={classes.buttons}>
        <Button
          variant="default"
          aria-label={t('trash:restoreMap', { title })}
          loading={isRestoring}
          onClick={onRestore}
        >
          {t('trash:restore')}
        </Button>
        <IconButton label={t('trash:removeMap', { title })} onClick={onRemove}>
          <IconTrashX size={20} stroke={1.75} />
        </IconButton>
      </span>
    </li>
  )
}
