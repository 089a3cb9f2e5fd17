import type { Catalog } from '../../contract/api/catalogs.ts'

/** A dialog about one catalog. */
export interface CatalogDialog {
  readonly kind: 'view' | 'rename' | 'share' | 'delete' | 'leave'
  readonly catalog: Catalog
}
