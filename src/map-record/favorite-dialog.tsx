import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { catalogTitleFault } from '../../contract/rules/catalog-title.ts'
import { errorText, issueText, refusalText } from '../api/api-error.ts'
import { ErrorState, SkeletonState } from '../ui/list-states.tsx'
import { useCatalogs, useCreateCatalog } from '../queries/catalog-queries.ts'
import classes from './favorite-dialog.module.css'
import { useCatalogsOfMap, useSaveCatalogs } from '../queries/interaction-queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFooter } from '../ui/form-footer.tsx'

interface FavoriteDialogProps {
  readonly mapId: string
  readonly onClose: () => void
  readonly onSaved: (result: { isFavorited: boolean; favoritesCount: number }) => void
}

interface NewCatalogProps {
  readonly onCreated: (catalog: Catalog) => void
}

/** A field that adds a catalog of its title. */
function NewCatalog({ onCreated }: NewCatalogProps) {
  const { t } = useTranslation('catalogs')
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useCreateCatalog()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fault = catalogTitleFault(title.trim())
    if (fault) return setError(issueText(fault))
    mutate(title.trim(), {
      onSuccess: (catalog) => {
        setTitle('')
        onCreated(catalog)
      },
      onError: (failure) => setError(refusalText(failure, 'title') ?? t('create.failed')),
    })
  }
  return (
    <form noValidate onSubmit={submit} className={classes.create}>
      <TextInput
        label={t('create.label')}
        value={title}
        error={error}
        onChange={({ currentTarget }) => {
          setTitle(currentTarget.value)
          setError(undefined)
        }}
      />
      <Button
        type="submit"
        variant="default"
        loading={isPending}
        leftSection={<IconPlus size={18} stroke={1.75} />}
      >
        {t('create.submit')}
      </Button>
    </form>
  )
}

/** In which catalogs that the user may edit a map lies: being in one of their own makes it a favourite. */
export function FavoriteDialog({ mapId, onClose, onSaved }: FavoriteDialogProps) {
  const { t } = useTranslation('catalogs')
  const all = useCatalogs()
  const holding = useCatalogsOfMap(mapId)
  const { mutate, isPending, error } = useSaveCatalogs(mapId)
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const own = all.data?.filter(({ canEdit }) => canEdit)
  const held = new Set(holding.data)
  const isIn = (id: string) => changed.get(id) ?? held.has(id)
  const choose = (id: string, isChosen: boolean) => setChanged(new Map(changed).set(id, isChosen))
  const failure = all.error ?? holding.error

  const save = () => {
    const changes = [...changed].filter(([id, isChosen]) => isChosen !== held.has(id))
    if (changes.length === 0) return onClose()
    mutate(
      {
        addCatalogs: changes.filter(([, isChosen]) => isChosen).map(([id]) => id),
        removeCatalogs: changes.filter(([, isChosen]) => !isChosen).map(([id]) => id),
      },
      {
        onSuccess: (result) => {
          onSaved(result)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t('manage.title')} size="sm">
      {failure ? (
        <ErrorState
          title={t('failed')}
          onRetry={() => {
            void all.refetch()
            void holding.refetch()
          }}
        />
      ) : !own || !holding.data ? (
        <SkeletonState>
          <div className={classes.skeleton} />
        </SkeletonState>
      ) : (
        <>
          {own.length === 0 ? <p className={classes.none}>{t('manage.none')}</p> : null}
          <div role="group" aria-label={t('manage.list')} className={classes.list}>
            {own.map(({ id, title, sharedBy }) => (
              <label key={id} className={classes.item}>
                <input
                  type="checkbox"
                  checked={isIn(id)}
                  onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
                />
                <span>{sharedBy ? `${title} · ${sharedBy.username}` : title}</span>
              </label>
            ))}
          </div>
          <NewCatalog onCreated={({ id }) => choose(id, true)} />
        </>
      )}
      <FormFooter
        onCancel={onClose}
        onSubmit={save}
        isSubmitDisabled={!holding.data}
        isBusy={isPending}
        error={error ? errorText(error) : undefined}
      />
    </Dialog>
  )
}
