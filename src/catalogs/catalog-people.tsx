import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { usernameFault } from '../../contract/rules/account-fields.ts'
import { errorText } from '../api/api-error.ts'
import { useChangeShare, useShareCatalog, useUnshareCatalog } from '../queries/catalog-queries.ts'
import { toast } from '../ui/toast-store.ts'
import classes from './catalog-people.module.css'
import { ShareChoice } from './share-choice.tsx'
import { useFieldForm } from './use-field-form.ts'

interface Person {
  readonly username: string
  readonly mayEdit: boolean
}

interface CatalogPeopleProps {
  readonly catalog: Catalog
  readonly people: readonly Person[]
}

/** Those with whom a catalog is shared by name: a field to name another, and what each may do. */
export function CatalogPeople({ catalog, people }: CatalogPeopleProps) {
  const { t } = useTranslation(['share', 'common'])
  const [done, setDone] = useState('')
  const change = useChangeShare(catalog)
  const { mutate, isPending, variables } = useUnshareCatalog(catalog)
  const refused = { onError: (error: Error) => toast.error(errorText(error)) }
  const end = ({ username, mayEdit }: Person) =>
    mutate(username, {
      ...refused,
      onSuccess: () =>
        toast.success(t('people.ended', { name: username }), {
          action: {
            label: t('common:action.undo'),
            // The dialog may be closed by then.
            run: () => void change.mutateAsync({ username, mayEdit }).catch(refused.onError),
          },
        }),
    })
  return (
    <section className={classes.people} aria-label={t('people.title')}>
      <h3>{t('people.title')}</h3>
      <NameForm catalog={catalog} onDone={setDone} />
      <p role="status" className={classes.done}>
        {done}
      </p>
      {people.length > 0 ? (
        <>
          <h4>{t('people.with')}</h4>
          <ul>
            {people.map((person) => (
              <li key={person.username}>
                <span>{person.username}</span>
                <ShareChoice
                  aria-label={t('people.choiceOf', { name: person.username })}
                  mayEdit={person.mayEdit}
                  disabled={change.isPending}
                  onChange={(mayEdit) =>
                    change.mutate(
                      { username: person.username, mayEdit },
                      {
                        ...refused,
                        onSuccess: () =>
                          setDone(
                            t(mayEdit ? 'people.nowEdits' : 'people.nowLooks', { name: person.username }),
                          ),
                      },
                    )
                  }
                />
                <Button
                  variant="default"
                  aria-label={t('people.endNamed', { name: person.username })}
                  loading={isPending && variables === person.username}
                  onClick={() => end(person)}
                >
                  {t('people.end')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

interface NameFormProps {
  readonly catalog: Catalog
  readonly onDone: (text: string) => void
}

function NameForm({ catalog, onDone }: NameFormProps) {
  const { t } = useTranslation('share')
  const [mayEdit, setMayEdit] = useState(false)
  const { value, error, isBusy, change, submit } = useFieldForm({
    name: 'username',
    faultOf: usernameFault,
    mutation: useShareCatalog(catalog, mayEdit),
    failed: t('people.failed'),
    onSent: (username) =>
      onDone(t(mayEdit ? 'people.doneToEdit' : 'people.done', { title: catalog.title, username })),
    // The next name can be typed.
    onClose: () => change(''),
  })
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        className={classes.name ?? ''}
        label={t('people.username')}
        value={value}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <ShareChoice
        className={classes.may ?? ''}
        label={t('people.choice')}
        mayEdit={mayEdit}
        onChange={setMayEdit}
      />
      <Button type="submit" loading={isBusy}>
        {t('people.submit')}
      </Button>
      <p>{t(mayEdit ? 'people.textToEdit' : 'people.text')}</p>
    </form>
  )
}
