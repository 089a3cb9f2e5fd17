import { useTranslation } from 'react-i18next'
import type { RecordedChange } from '../../contract/rules/map-fields.ts'
import classes from './field-changes.module.css'

/** The name of a field as the form has it; the halves of the period by the period too. */
export function useFieldName(): (field: RecordedChange['field']) => string {
  const { t } = useTranslation('maps')
  return (field) =>
    field === 'startYear' || field === 'endYear'
      ? `${t('fields.period')}, ${t(`fields.${field}`).toLowerCase()}`
      : t(`fields.${field}`)
}

/** What a field held and what it is to hold. */
export function FieldChangeText({ from, to }: Pick<RecordedChange, 'from' | 'to'>) {
  const { t } = useTranslation('maps')
  return (
    <span className={classes.values}>
      <del>
        <span className="visually-hidden">{t('changes.was')} </span>
        <span dir="auto">{from ?? t('changes.nothing')}</span>
      </del>{' '}
      <ins>
        <span className="visually-hidden">{t('changes.proposed')} </span>
        <span dir="auto">{to ?? t('changes.nothing')}</span>
      </ins>
    </span>
  )
}

/** Changes of metadata, field by field. */
export function FieldChanges({ changes }: { readonly changes: readonly RecordedChange[] }) {
  const nameOf = useFieldName()
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            <FieldChangeText from={from} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
