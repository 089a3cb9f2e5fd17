import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { usernameFault } from '../../contract/rules/account-fields.ts'
import { useShareCatalog } from '../queries/catalog-queries.ts'
import { toast } from '../ui/toast-store.ts'
import { CatalogShareList } from './catalog-share-list.tsx'
import { FieldDialog } from './field-dialog.tsx'

interface ShareCatalogDialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/** Lets another user see a catalog. */
export function ShareCatalogDialog({ catalog, onClose }: ShareCatalogDialogProps) {
  const { t } = useTranslation('catalogs')
  const { title } = catalog
  return (
    <FieldDialog
      title={t('share.title', { title })}
      label={t('share.username')}
      name="username"
      submitLabel={t('share.submit')}
      faultOf={usernameFault}
      mutation={useShareCatalog(catalog)}
      failed={t('share.failed')}
      onSent={(username) => toast.success(t('share.done', { title, username }))}
      onClose={onClose}
      below={<CatalogShareList catalog={catalog} />}
    >
      <Text mb="sm">{t('share.text')}</Text>
    </FieldDialog>
  )
}
