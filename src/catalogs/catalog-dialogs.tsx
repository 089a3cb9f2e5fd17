import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { errorText, refusalText } from '../api/api-error.ts'
import { useDeleteCatalog, useLeaveCatalog } from '../queries/catalog-queries.ts'
import { QuickViewDialog } from '../map-record/quick-view/quick-view-dialog.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import type { CatalogDialog } from './catalog-dialog.ts'
import { viewedMaps } from './catalog-maps.ts'
import { RenameCatalogDialog } from './rename-catalog-dialog.tsx'
import { ShareCatalogDialog } from './share-catalog-dialog.tsx'

interface DialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/**
 * Does what follows a call that the server has taken; a refusal shows in the dialog. Callbacks of the call itself would
 * be lost where the dialog goes with its catalog before they are due.
 */
async function whenTaken(call: Promise<unknown>, follow: () => void): Promise<void> {
  try {
    await call
  } catch {
    return
  }
  follow()
}

/** Asks first: a catalog is gone at once, its maps stay. */
function DeleteCatalogDialog({ catalog, onClose }: DialogProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const { mutateAsync, isPending, error } = useDeleteCatalog(catalog)
  return (
    <ConfirmDialog
      isOpen
      isBusy={isPending}
      text={`${t('delete.text', { title: catalog.title })} ${t('common:confirmDelete.text')}`}
      error={error ? (refusalText(error) ?? t('delete.failed')) : undefined}
      onCancel={onClose}
      onConfirm={() =>
        void whenTaken(mutateAsync(), () => {
          toast.success(t('deleted', { title: catalog.title }))
          onClose()
        })
      }
    />
  )
}

/** Asks before a catalog of somebody else leaves the list: only they can put it there again. */
function LeaveCatalogDialog({ catalog, onClose }: DialogProps) {
  const { t } = useTranslation('catalogs')
  const { title } = catalog
  const { mutateAsync, isPending, error } = useLeaveCatalog(catalog)
  return (
    <ConfirmDialog
      isOpen
      isBusy={isPending}
      title={t('leave.title', { title })}
      text={t(catalog.canEdit ? 'leave.textOfEditor' : 'leave.text')}
      confirmLabel={t('leave.submit')}
      error={error ? errorText(error) : undefined}
      onCancel={onClose}
      onConfirm={() =>
        void whenTaken(mutateAsync(), () => {
          toast.success(t('leave.done', { title }))
          onClose()
        })
      }
    />
  )
}

interface CatalogDialogsProps {
  readonly dialog: CatalogDialog
  readonly onClose: () => void
}

/** Whichever dialog about a catalog stands open. */
export function CatalogDialogs({ dialog: { kind, catalog }, onClose }: CatalogDialogsProps) {
  if (kind === 'view')
    return (
      <QuickViewDialog title={catalog.title} maps={viewedMaps(catalog)} origin="catalog" onClose={onClose} />
    )
  if (kind === 'rename') return <RenameCatalogDialog catalog={catalog} onClose={onClose} />
  if (kind === 'share') return <ShareCatalogDialog catalog={catalog} onClose={onClose} />
  if (kind === 'leave') return <LeaveCatalogDialog catalog={catalog} onClose={onClose} />
  return <DeleteCatalogDialog catalog={catalog} onClose={onClose} />
}
