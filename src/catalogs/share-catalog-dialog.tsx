import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { usernameFault } from '../../contract/rules/account-fields.ts'
import { useShareCatalog } from '../queries/catalog-queries.ts'
import { toast } from '../ui/toast-store.ts'
import { CatalogShareList } from './catalog-share-list.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { PrivateMaps } from './private-maps.tsx'
import { ShareChoice } from './share-choice.tsx'
import { usePrivateCount } from './use-private-count.ts'

interface ShareCatalogDialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/** Lets another user see a catalog, or edit it. */
export function ShareCatalogDialog({ catalog, onClose }: ShareCatalogDialogProps) {
  const { t } = useTranslation('catalogs')
  const [mayEdit, setMayEdit] = useState(false)
  const { title } = catalog
  const privates = usePrivateCount(catalog)
  const hidden = privates.count.hidden > 0 ? t('share.hidden', privates.count) : ''
  return (
    <FieldDialog
      title={t('share.title', { title })}
      label={t('share.username')}
      name="username"
      submitLabel={t('share.submit')}
      faultOf={usernameFault}
      mutation={useShareCatalog(catalog, mayEdit)}
      failed={t('share.failed')}
      onSent={(username) => {
        const done = t(mayEdit ? 'share.doneToEdit' : 'share.done', { title, username })
        if (hidden) toast.warning(`${done} ${hidden}`)
        else toast.success(done)
      }}
      onClose={onClose}
      size={520}
      below={
        <>
          <PrivateMaps {...privates} />
          <CatalogShareList catalog={catalog} hidden={hidden} />
        </>
      }
    >
      <Text mb="sm">{t(mayEdit ? 'share.textToEdit' : 'share.text')}</Text>
      <ShareChoice label={t('share.choice')} mb="sm" mayEdit={mayEdit} onChange={setMayEdit} />
    </FieldDialog>
  )
}
