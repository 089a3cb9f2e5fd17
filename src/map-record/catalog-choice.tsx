import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { catalogTitleFault } from '../../contract/rules/catalog-title.ts'
import { issueText, refusalText } from '../api/api-error.ts'
import { useCatalogs, useCreateCatalog } from '../queries/catalog-queries.ts'
import { ErrorState, SkeletonState } from '../ui/list-states.tsx'
import classes from './favorite-dialog.module.css'

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

interface CatalogChoiceProps {
  readonly isIn: (catalogId: string) => boolean
  readonly onChoose: (catalogId: string, isChosen: boolean) => void
}

/** The catalogs that the user may edit, each to be chosen, and a field for a new one. */
export function CatalogChoice({ isIn, onChoose }: CatalogChoiceProps) {
  const { t } = useTranslation('catalogs')
  const { data, error, refetch } = useCatalogs()
  if (error) return <ErrorState title={t('failed')} onRetry={() => void refetch()} />
  if (!data)
    return (
      <SkeletonState>
        <div className={classes.skeleton} />
      </SkeletonState>
    )
  const own = data.filter(({ canEdit }) => canEdit)
  return (
    <>
      {own.length === 0 ? <p className={classes.none}>{t('manage.none')}</p> : null}
      <div role="group" aria-label={t('manage.list')} className={classes.list}>
        {own.map(({ id, title, sharedBy }) => (
          <label key={id} className={classes.item}>
            <input
              type="checkbox"
              checked={isIn(id)}
              onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
            />
            <span>{sharedBy ? `${title} · ${sharedBy.username}` : title}</span>
          </label>
        ))}
      </div>
      <NewCatalog onCreated={({ id }) => onChoose(id, true)} />
    </>
  )
}
