import type { Catalog } from '../../contract/api/catalogs.ts'
import { i18n } from '../ui/i18n/i18n.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'

export interface ShareCatalogDialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/** Shares a catalog, as a map is shared; loaded when it is first opened. */
export const ShareCatalogDialog = lazyOverlay<ShareCatalogDialogProps>(async () => {
  const [{ CatalogShare }] = await Promise.all([import('./catalog-share.tsx'), i18n.loadNamespaces('share')])
  return CatalogShare
})
