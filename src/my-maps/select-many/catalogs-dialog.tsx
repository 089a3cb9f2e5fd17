import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../../contract/api/catalogs.ts'
import { CatalogChoice, type NewCatalog, useNewCatalog } from '../../map-record/catalog-choice.tsx'
import { useCatalogs } from '../../queries/catalog-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'

interface CatalogsDialogProps {
  /** How many maps are added. */
  readonly count: number
  readonly onClose: () => void
  readonly onChoose: (catalogs: readonly Catalog[]) => void
}

/** Which catalogs the chosen maps are put into. */
export function CatalogsDialog({ count, onClose, onChoose }: CatalogsDialogProps) {
  const { t } = useTranslation('many')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // What is made here may be chosen before the list of catalogs has come anew.
  const [made, setMade] = useState<readonly Catalog[]>([])
  const typed = useNewCatalog()
  const newCatalog: NewCatalog = {
    ...typed,
    create: async (isAsked) => {
      const catalog = await typed.create(isAsked)
      if (catalog) setMade([...made, catalog])
      return catalog
    },
  }
  const { data: catalogs = [] } = useCatalogs()
  const add = async () => {
    // A title that is typed is meant, pressed or not.
    const created = await newCatalog.create()
    const known = [
      ...new Map([...catalogs, ...made].map((catalog) => [catalog.id, catalog])).values(),
    ].filter(({ id }) => chosen.has(id))
    if (created !== null) onChoose(created ? [...known, created] : known)
  }
  return (
    <Dialog
      opened
      isFilled={newCatalog.title.trim() !== '' && !newCatalog.isCreating}
      onClose={onClose}
      title={t('select.catalogsTitle', { count })}
      size="sm"
    >
      <CatalogChoice
        newCatalog={newCatalog}
        isIn={(id) => chosen.has(id)}
        onChoose={(id, isChosen) => {
          const next = new Set(chosen)
          if (isChosen) next.add(id)
          else next.delete(id)
          setChosen(next)
        }}
      />
      <FormFooter
        onCancel={onClose}
        submitLabel={t('select.add')}
        isSubmitDisabled={chosen.size === 0 && newCatalog.title.trim() === ''}
        isBusy={newCatalog.isCreating}
        onSubmit={() => void add()}
      />
    </Dialog>
  )
}
