import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { catalogTitleFault } from '../../contract/rules/catalog-title.ts'
import { issueText, refusalText } from '../api/api-error.ts'
import { useCatalogs, useCreateCatalog } from '../queries/catalog-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { announce } from '../ui/announce.ts'
import { ErrorState, SkeletonState } from '../ui/list-states.tsx'
import classes from './favorite-dialog.module.css'

/** A catalog that is being typed: whoever saves what was chosen saves it too. */
export interface NewCatalog {
  readonly title: string
  readonly error: string | undefined
  readonly isCreating: boolean
  readonly type: (title: string) => void
  /**
   * Adds a catalog of its title.
   *
   * @param isAsked it was pressed for: an empty title is a fault then
   * @returns undefined where nothing is typed, null where it was refused: the field says why
   */
  readonly create: (isAsked?: boolean) => Promise<Catalog | undefined | null>
}

/** What is typed into the field for a new catalog. */
export function useNewCatalog(): NewCatalog {
  const { t } = useTranslation('catalogs')
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useCreateCatalog()
  const type = (next: string) => {
    setTitle(next)
    setError(undefined)
  }
  const create = async (isAsked = false) => {
    const asked = title.trim()
    if (asked === '' && !isAsked) return undefined
    const fault = catalogTitleFault(asked)
    if (fault) setError(issueText(fault))
    if (fault) return null
    try {
      const catalog = await mutateAsync(asked)
      setTitle('')
      return catalog
    } catch (failure) {
      setError(refusalText(failure, 'title') ?? t('create.failed'))
      return null
    }
  }
  return { title, error, isCreating: isPending, type, create }
}

interface NewCatalogFieldProps {
  readonly catalog: NewCatalog
  readonly onCreated: (catalog: Catalog) => void
}

/** A field that adds a catalog of its title. */
function NewCatalogField({ catalog, onCreated }: NewCatalogFieldProps) {
  const { t } = useTranslation('catalogs')
  const submit = async () => {
    const created = await catalog.create(true)
    if (!created) return
    onCreated(created)
    announce(t('create.done', { title: created.title }))
  }
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      }}
      className={classes.create}
    >
      <TextInput
        label={t('create.label')}
        value={catalog.title}
        error={catalog.error}
        onChange={({ currentTarget }) => catalog.type(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={catalog.isCreating}
        leftSection={<IconPlus size={18} stroke={1.75} />}
      >
        {t('create.submit')}
      </Button>
    </form>
  )
}

interface CatalogChoiceProps {
  /** `all`: it holds all that is put in, so that there is nothing to choose; `some`: it holds a part of it. */
  readonly isIn: (catalogId: string) => boolean | 'all' | 'some'
  /** What is said of a catalog beside its title. */
  readonly noteOf?: (catalogId: string) => string | null
  readonly onChoose: (catalogId: string, isChosen: boolean) => void
  readonly newCatalog: NewCatalog
}

/** The catalogs that the user may edit, each to be chosen, and a field for a new one. */
export function CatalogChoice({ isIn, noteOf, onChoose, newCatalog }: CatalogChoiceProps) {
  const { t } = useTranslation('catalogs')
  const catalogs = useCatalogs()
  const failure = useFailure(catalogs)
  const { data } = catalogs
  if (failure) return <ErrorState title={t('failed')} {...failure} />
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
              ref={(box) => {
                if (box) box.indeterminate = isIn(id) === 'some'
              }}
              checked={isIn(id) === true || isIn(id) === 'all'}
              disabled={isIn(id) === 'all'}
              onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
            />
            <span>{[title, sharedBy?.username, noteOf?.(id)].filter(Boolean).join(' · ')}</span>
          </label>
        ))}
      </div>
      <NewCatalogField catalog={newCatalog} onCreated={({ id }) => onChoose(id, true)} />
    </>
  )
}
