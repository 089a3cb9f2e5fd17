import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { CatalogChoice, useNewCatalog } from './catalog-choice.tsx'
import { ErrorState, SkeletonState } from '../ui/list-states.tsx'
import classes from './favorite-dialog.module.css'
import { useCatalogsOfMap, useSaveCatalogs } from '../queries/interaction-queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import { useToldCatalogs } from './use-told-catalogs.ts'

interface FavoriteDialogProps {
  readonly map: Pick<MapSummary, 'id' | 'isPublic' | 'titles'>
  /** It has just become a favourite; nothing more has to be chosen. */
  readonly isNew?: boolean
  readonly onClose: () => void
  readonly onSaved: (result: { isFavorited: boolean; favoritesCount: number }) => void
}

/** In which catalogs that the user may edit a map lies: being in one of their own makes it a favourite. */
export function FavoriteDialog({ map, isNew = false, onClose, onSaved }: FavoriteDialogProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const holding = useCatalogsOfMap(map.id)
  const { mutate, isPending, error } = useSaveCatalogs(map.id)
  const tell = useToldCatalogs(map)
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const newCatalog = useNewCatalog()
  const held = new Set(holding.data)
  const isIn = (id: string) => changed.get(id) ?? held.has(id)
  const choose = (id: string, isChosen: boolean) => setChanged(new Map(changed).set(id, isChosen))

  const save = async () => {
    // A title that is typed is meant, pressed or not.
    const created = await newCatalog.create()
    if (created === null) return undefined
    const wanted = created ? new Map(changed).set(created.id, true) : changed
    setChanged(wanted)
    const changes = [...wanted].filter(([id, isChosen]) => isChosen !== held.has(id))
    if (changes.length === 0) return onClose()
    const addCatalogs = changes.filter(([, isChosen]) => isChosen).map(([id]) => id)
    const removeCatalogs = changes.filter(([, isChosen]) => !isChosen).map(([id]) => id)
    return mutate(
      { addCatalogs, removeCatalogs },
      {
        onSuccess: (result) => {
          tell(addCatalogs, removeCatalogs)
          onSaved(result)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t('manage.title')} size="sm">
      <p className={classes.about}>
        {t(isNew ? 'manage.isNew' : 'manage.about', { title: map.titles.title })}
      </p>
      {holding.error ? (
        <ErrorState title={t('failed')} onRetry={() => void holding.refetch()} />
      ) : !holding.data ? (
        <SkeletonState>
          <div className={classes.skeleton} />
        </SkeletonState>
      ) : (
        <CatalogChoice isIn={isIn} onChoose={choose} newCatalog={newCatalog} />
      )}
      <FormFooter
        onCancel={onClose}
        {...(isNew && { cancelLabel: t('common:action.close') })}
        onSubmit={() => void save()}
        isSubmitDisabled={!holding.data}
        isBusy={isPending || newCatalog.isCreating}
        error={error ? errorText(error) : undefined}
      />
    </Dialog>
  )
}
