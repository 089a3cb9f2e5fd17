import { IconEye, IconLogout, IconPencil, IconShare, IconTrash, IconWorldPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { refusalText } from '../api/api-error.ts'
import { CardActions, type CardAction } from '../map-record/card-actions.tsx'
import { useForgetCatalog } from '../queries/catalog-map-queries.ts'
import { useDeleteCatalog, useRenameCatalog } from '../queries/catalog-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import classes from './catalog-card.module.css'
import type { CatalogDialog } from './catalog-dialog.ts'
import { CatalogPictures } from './catalog-pictures.tsx'
import { CatalogTitleForm } from './catalog-title-form.tsx'
import { SharingWord } from './sharing-word.tsx'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/** How long a card that is deleted takes to fade, in milliseconds; the style says the same. */
const FADE_MS = 300

const fade = () =>
  new Promise<void>((resolve) => {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    setTimeout(resolve, isStill ? 0 : FADE_MS)
  })

export interface CatalogCardProps {
  readonly catalog: Catalog
  readonly onView: (catalog: Catalog) => void
  readonly onOpenViewer: (catalog: Catalog) => void
  readonly onDialog: (dialog: CatalogDialog) => void
}

/** A catalog: pictures of its maps, its title, how many they are and who sees it. Its owner changes it, and who edits it together with them. */
export function CatalogCard({ catalog, onView, onOpenViewer, onDialog }: CatalogCardProps) {
  const { t, i18n } = useTranslation(['catalogs', 'common'])
  const { id, title, isOwner, canEdit, createdAt } = catalog
  const [state, setState] = useState<'normal' | 'editing' | 'asking' | 'deleting'>('normal')
  const [failure, setFailure] = useState<string>()
  const { mutateAsync: deleteIt } = useDeleteCatalog(catalog)
  const forget = useForgetCatalog()
  const rename = useRenameCatalog(catalog)
  useFocusReturn(state === 'editing')

  const remove = async () => {
    setState('deleting')
    setFailure(undefined)
    await fade()
    try {
      await deleteIt()
    } catch (error) {
      console.error(error)
      setState('normal')
      return setFailure(refusalText(error) ?? t('delete.failed'))
    }
    forget(id)
    toast.success(t('deleted', { title }))
  }
  const actions: CardAction[] = [
    { key: 'view', label: t('actions.view'), icon: IconEye, onPress: () => onView(catalog) },
    {
      key: 'viewer',
      label: t('actions.openViewer'),
      icon: IconWorldPin,
      onPress: () => onOpenViewer(catalog),
    },
    ...(canEdit
      ? [
          {
            key: 'rename',
            label: t('actions.rename'),
            icon: IconPencil,
            onPress: () => setState('editing'),
          },
        ]
      : []),
    ...(isOwner
      ? [
          {
            key: 'share',
            label: t('actions.share'),
            icon: IconShare,
            onPress: () => onDialog({ kind: 'share', catalog }),
          },
          {
            key: 'delete',
            label: t('actions.delete'),
            icon: IconTrash,
            isDestructive: true,
            onPress: () => setState('asking'),
          },
        ]
      : [
          {
            key: 'leave',
            label: t('actions.leave'),
            icon: IconLogout,
            onPress: () => onDialog({ kind: 'leave', catalog }),
          },
        ]),
  ]
  const created = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' }).format(
    new Date(createdAt),
  )
  return (
    <article className={classes.card} aria-label={title} data-state={state} aria-busy={state === 'deleting'}>
      <div className={classes.picture}>
        <CatalogPictures pictures={catalog.pictures} />
      </div>
      <div className={classes.text}>
        {state === 'editing' ? (
          <CatalogTitleForm
            initial={title}
            mutation={rename}
            submitLabel={t('common:action.save')}
            failed={t('rename.failed')}
            onClose={() => setState('normal')}
          />
        ) : (
          <h3 className={classes.title}>
            <Link
              to="/catalogs"
              search={{ catalogId: id }}
              state={{ isDialogStep: true }}
              resetScroll={false}
              className={classes.link}
              title={title}
            >
              {title}
            </Link>
          </h3>
        )}
        <p className={classes.facts}>
          {t('count', { count: catalog.mapCount })} · <time dateTime={createdAt}>{created}</time>
        </p>
        {failure ? (
          <p className={classes.error} role="alert">
            {failure}
          </p>
        ) : null}
        <SharingWord catalog={catalog} />
      </div>
      <CardActions label={t('common:nav.catalogActions', { title })} actions={actions} />
      <ConfirmDialog
        isOpen={state === 'asking'}
        text={`${t('delete.text', { title })} ${t('common:confirmDelete.text')}`}
        onCancel={() => setState('normal')}
        onConfirm={() => void remove()}
      />
    </article>
  )
}
