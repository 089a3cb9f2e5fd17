import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import {
  IconLock,
  IconMapPinSearch,
  IconPencil,
  IconPlaylistAdd,
  IconTrash,
  IconWorld,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_POINT_SEARCHES } from '../../../contract/api/point-searches.ts'
import type { Catalog } from '../../../contract/api/catalogs.ts'
import { errorText } from '../../api/api-error.ts'
import { isShared } from '../../queries/is-shared.ts'
import { type ManyOutcome, useManyMaps } from '../../queries/many-maps.ts'
import { useSearchPoints } from '../../queries/point-search-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { CatalogsDialog } from './catalogs-dialog.tsx'
import { details, intoCatalogs, toTrash, visibility, type Change } from './changes.ts'
import { EditDialog } from './edit-dialog.tsx'
import classes from './selection-bar.module.css'

/** What can be done to many maps. */
type ManyChange = 'trash' | 'public' | 'private' | 'catalogs' | 'edit'

interface SelectionBarProps {
  /** Ids of the chosen maps. */
  readonly chosen: readonly string[]
  /** Ids of the maps that are in sight and may be chosen. */
  readonly all: readonly string[]
  /** One of the chosen maps has a public page. */
  readonly hasPublic: boolean
  /** Ids of those that others do not see. */
  readonly privateIds: ReadonlySet<string>
  /** Ids of those that have no published points. */
  readonly unplaced: ReadonlySet<string>
  readonly onChoose: (ids: readonly string[]) => void
  readonly onClose: () => void
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true }

/** What to do with the maps that are chosen on the page; below it as long as maps are being chosen. */
export function SelectionBar({
  chosen,
  all,
  hasPublic,
  privateIds,
  unplaced,
  onChoose,
  onClose,
}: SelectionBarProps) {
  const { t, i18n } = useTranslation(['many', 'common'])
  const [asked, ask] = useState<'trash' | 'edit' | 'catalogs'>()
  const { progress, changeAll, changeTogether, takeBack, stop } = useManyMaps()
  const { begin } = useSearchPoints()
  const count = chosen.length
  useLayer(true, onClose, { leavesKeys: true })
  const close = () => ask(undefined)

  const each = (change: Change) => changeAll(chosen, change)

  /** `catalogs`: those that the maps are put into. */
  const run = async (
    kind: ManyChange,
    work: () => Promise<ManyOutcome>,
    catalogs: readonly Pick<Catalog, 'title' | 'sharedBy' | 'sharing'>[] = [],
  ) => {
    close()
    const outcome = await work()
    const { changed, unchanged, failed, untried } = outcome
    const undo = async () => {
      const kept = [...(await takeBack(outcome)).values()]
      if (kept.length === 0) toast.success(t('select.undone', { count: changed.size }))
      else toast.error(t('select.undoFailed', { count: kept.length, reason: errorText(kept[0]) }))
    }
    if (changed.size + unchanged.size > 0) {
      const unseen = catalogs.some(isShared)
        ? [...changed.keys()].filter((id) => privateIds.has(id)).length
        : 0
      const tell = unseen > 0 ? toast.warning : toast.success
      const hidden = unseen > 0 ? ` ${t('select.hiddenThere', { hidden: unseen })}` : ''
      tell(`${doneText(kind, outcome, catalogs)}${hidden}`, {
        ...(changed.size > 0 && { action: { label: t('common:action.undo'), run: () => void undo() } }),
      })
    }
    const [reason] = failed.values()
    if (failed.size > 0) toast.error(t('select.failed', { count: failed.size, reason: errorText(reason) }))
    if (untried > 0) toast.warning(t('select.untried', { count: untried }))
    // What was not changed stays chosen: it can be tried again.
    onChoose(chosen.filter((id) => !changed.has(id) && !unchanged.has(id)))
  }

  /** What is so now; of catalogs also what was so before. */
  const doneText = (
    kind: ManyChange,
    { changed, unchanged }: ManyOutcome,
    catalogs: readonly Pick<Catalog, 'title'>[],
  ) => {
    if (kind !== 'catalogs') return t(`select.done.${kind}`, { count: changed.size + unchanged.size })
    const into = { catalogs: listOf(catalogs.map(({ title }) => title)) }
    if (changed.size === 0) return t('select.allThere', { ...into, count: unchanged.size })
    const added = t('select.done.catalogs', { ...into, count: changed.size })
    return unchanged.size === 0 ? added : `${added} ${t('select.wereThere', { count: unchanged.size })}`
  }

  const listOf = (titles: readonly string[]) =>
    new Intl.ListFormat(i18n.language).format(titles.map((title) => t('select.quoted', { title })))

  const toSearch = chosen.filter((id) => unplaced.has(id))
  const propose = async () => {
    try {
      const { begun } = await begin.mutateAsync(toSearch.slice(0, MAX_POINT_SEARCHES))
      if (begun === 0) return void toast.info(t('select.pointsNone'))
      toast.success(t('select.pointsBegun', { count: begun }))
      onChoose(chosen.filter((id) => !unplaced.has(id)))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const off = count === 0
  return (
    <section className={classes.bar} data-selection-bar aria-label={t('select.label')}>
      {progress ? (
        <div className={classes.progress}>
          <span role="status">{t('select.progress', { done: progress.done, total: progress.total })}</span>
          <Progress value={(progress.done / progress.total) * 100} aria-label={t('select.label')} />
          {progress.canStop ? (
            <Button variant="default" onClick={stop}>
              {t('upload.stop')}
            </Button>
          ) : null}
        </div>
      ) : (
        <>
          <span role="status" className={classes.count}>
            {t('select.count', { count })}
          </span>
          <Button variant="subtle" onClick={() => onChoose(count === all.length ? [] : all)}>
            {count === all.length ? t('select.none') : t('select.all', { count: all.length })}
          </Button>
          <span className={classes.actions}>
            <Button
              variant="default"
              disabled={off}
              leftSection={<IconPlaylistAdd {...ICON} />}
              onClick={() => ask('catalogs')}
            >
              {t('select.catalogs')}
            </Button>
            <Button
              variant="default"
              disabled={off}
              leftSection={<IconPencil {...ICON} />}
              onClick={() => ask('edit')}
            >
              {t('select.edit')}
            </Button>
            {toSearch.length > 0 ? (
              <Button
                variant="default"
                loading={begin.isPending}
                leftSection={<IconMapPinSearch {...ICON} />}
                onClick={() => void propose()}
              >
                {t('select.points')}
              </Button>
            ) : null}
            <Button
              variant="default"
              disabled={off}
              leftSection={<IconWorld {...ICON} />}
              onClick={() => void run('public', () => each(visibility(true)))}
            >
              {t('select.public')}
            </Button>
            <Button
              variant="default"
              disabled={off}
              leftSection={<IconLock {...ICON} />}
              onClick={() => void run('private', () => each(visibility(false)))}
            >
              {t('select.private')}
            </Button>
            <Button
              variant="default"
              color="vermilion"
              disabled={off}
              leftSection={<IconTrash {...ICON} />}
              onClick={() => ask('trash')}
            >
              {t('select.trash')}
            </Button>
          </span>
          <IconButton label={t('select.end')} onClick={onClose}>
            <IconX size={20} stroke={1.75} />
          </IconButton>
        </>
      )}
      {asked === 'trash' ? (
        <ConfirmDialog
          isOpen
          title={t('select.trashTitle', { count })}
          text={t(hasPublic ? 'select.trashTextPublic' : 'select.trashText')}
          confirmLabel={t('select.trash')}
          onCancel={close}
          onConfirm={() => void run('trash', () => each(toTrash))}
        />
      ) : null}
      {asked === 'edit' ? (
        <EditDialog
          count={count}
          onClose={close}
          onSave={(first, values) => void run('edit', () => each(details(first, values)))}
        />
      ) : null}
      {asked === 'catalogs' ? (
        <CatalogsDialog
          chosen={chosen}
          onClose={close}
          onChoose={(catalogs) => {
            const ids = catalogs.map(({ id }) => id)
            void run('catalogs', () => changeTogether(chosen, intoCatalogs(ids)), catalogs)
          }}
        />
      ) : null}
    </section>
  )
}
