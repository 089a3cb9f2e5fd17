import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { catalogTitleFault } from '../../contract/rules/catalog-title.ts'
import classes from './catalog-title-form.module.css'
import { useFieldForm, type FieldFormOptions } from './use-field-form.ts'

type CatalogTitleFormProps = Omit<FieldFormOptions<Catalog>, 'name' | 'faultOf'> & {
  readonly submitLabel: string
}

/** The title of a catalog, entered on its card. Escape leaves it as it was. */
export function CatalogTitleForm({ submitLabel, ...options }: CatalogTitleFormProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const { value, error, isBusy, change, submit } = useFieldForm({
    ...options,
    name: 'title',
    faultOf: catalogTitleFault,
  })
  const field = useRef<HTMLInputElement>(null)
  // A moment later: the menu that it was opened from takes the focus back to its button as it closes.
  useEffect(() => {
    const timer = setTimeout(() => {
      field.current?.focus()
      field.current?.select()
    })
    return () => clearTimeout(timer)
  }, [])
  // What was refused is put right at once, or left by Escape.
  useEffect(() => {
    if (error !== undefined) field.current?.focus()
  }, [error])
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        ref={field}
        label={t('create.label')}
        value={value}
        error={error}
        autoComplete="off"
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') options.onClose()
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={options.onClose} disabled={isBusy}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
