import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { errorText } from '../api/api-error.ts'
import { useDeleteCatalog } from '../map-record/catalog-queries.ts'
import { QuickViewDialog } from '../map-record/quick-view/quick-view-dialog.tsx'
import type { ViewedMap } from '../map-record/quick-view/viewed-maps.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import type { CatalogDialog } from './catalog-dialog.ts'
import { RenameCatalogDialog } from './rename-catalog-dialog.tsx'
import { ShareCatalogDialog } from './share-catalog-dialog.tsx'

interface DialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/** Asks in the usual words: a catalog is gone at once, its maps stay. */
function DeleteCatalogDialog({ catalog, onClose }: DialogProps) {
  const { t } = useTranslation('catalogs')
  const { mutate, isPending, error } = useDeleteCatalog(catalog)
  return (
    <ConfirmDialog
      isOpen
      isBusy={isPending}
      error={error ? errorText(error) : undefined}
      onCancel={onClose}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => {
            toast.success(t('deleted', { title: catalog.title }))
            onClose()
          },
        })
      }
    />
  )
}

const viewedMaps = ({ transformedMaps }: Catalog): ViewedMap[] =>
  transformedMaps.map(({ id, title, tiffUrl }) => ({
    id,
    title,
    convertedPath: null,
    transformedPath: tiffUrl,
  }))

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
  return <DeleteCatalogDialog catalog={catalog} onClose={onClose} />
}
