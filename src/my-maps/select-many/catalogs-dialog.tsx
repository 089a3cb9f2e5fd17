import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../../contract/api/catalogs.ts'
import { CatalogChoice, type NewCatalog, useNewCatalog } from '../../map-record/catalog-choice.tsx'
import { useCatalogs } from '../../queries/catalog-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'

interface CatalogsDialogProps {
  /** Ids of the maps that are added. */
  readonly chosen: readonly string[]
  readonly onClose: () => void
  readonly onChoose: (catalogs: readonly Catalog[]) => void
}

/** Which catalogs the chosen maps are put into. */
export function CatalogsDialog({ chosen: maps, onClose, onChoose }: CatalogsDialogProps) {
  const { t } = useTranslation('many')
  const count = maps.length
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
  /** How many of the chosen maps lie in a catalog already. */
  const held = (id: string) => {
    const there = new Set(catalogs.find((catalog) => catalog.id === id)?.maps)
    return maps.filter((mapId) => there.has(mapId)).length
  }
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
        isIn={(id) => chosen.has(id) || (held(id) === count ? 'all' : held(id) > 0 && 'some')}
        noteOf={(id) => (held(id) > 0 ? t('select.held', { held: held(id), count }) : null)}
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
