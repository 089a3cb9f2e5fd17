import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { catalogTitleFault } from '../../contract/rules/catalog-title.ts'
import { useRenameCatalog } from '../queries/catalog-queries.ts'
import { FieldDialog } from './field-dialog.tsx'

interface RenameCatalogDialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/** A catalog's title, to be changed. */
export function RenameCatalogDialog({ catalog, onClose }: RenameCatalogDialogProps) {
  const { t } = useTranslation('catalogs')
  return (
    <FieldDialog
      title={t('rename.title')}
      label={t('create.label')}
      name="title"
      initial={catalog.title}
      faultOf={catalogTitleFault}
      mutation={useRenameCatalog(catalog)}
      failed={t('rename.failed')}
      onClose={onClose}
    />
  )
}
