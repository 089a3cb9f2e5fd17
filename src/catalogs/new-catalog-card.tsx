import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateCatalog } from '../queries/catalog-queries.ts'
import { toast } from '../ui/toast-store.ts'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import classes from './catalog-card.module.css'
import { CatalogTitleForm } from './catalog-title-form.tsx'

/** The card that begins a catalog. @param isFirst there are none yet: it says what a catalog is */
export function NewCatalogCard({ isFirst }: { readonly isFirst: boolean }) {
  const { t } = useTranslation('catalogs')
  const [isOpen, setOpen] = useState(false)
  const create = useCreateCatalog()
  useFocusReturn(isOpen)
  return (
    <div className={classes.new}>
      {isOpen ? (
        <CatalogTitleForm
          mutation={create}
          submitLabel={t('create.submit')}
          failed={t('create.failed')}
          onSent={(title) => toast.success(t('new.done', { title }))}
          onClose={() => setOpen(false)}
        />
      ) : (
        <OpenButton isFirst={isFirst} onPress={() => setOpen(true)} />
      )}
    </div>
  )
}

interface OpenButtonProps {
  readonly isFirst: boolean
  readonly onPress: () => void
}

function OpenButton({ isFirst, onPress }: OpenButtonProps) {
  const { t } = useTranslation('catalogs')
  return (
    <button type="button" className={classes.open} onClick={onPress}>
      <IconPlus size={36} stroke={1.5} aria-hidden />
      <span>{t('new.title')}</span>
      {isFirst ? <span>{t('none')}</span> : null}
    </button>
  )
}
