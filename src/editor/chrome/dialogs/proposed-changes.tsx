import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldChange, ProposableField } from '../../../../contract/rules/map-fields.ts'
import { FieldChangeText, useFieldName } from '../../../map-record/field-changes.tsx'
import classes from './review-dialog.module.css'

interface ProposedChangesProps {
  readonly changes: readonly FieldChange[]
  /** Fields that are to stay as they are. */
  readonly left: ReadonlySet<ProposableField>
  readonly onLeave: (left: ReadonlySet<ProposableField>) => void
}

/** A period is taken over as a whole: its halves by themselves might contradict each other. */
const togetherWith = (field: ProposableField): readonly ProposableField[] =>
  field === 'startYear' || field === 'endYear' ? ['startYear', 'endYear'] : [field]

/** What a contributor proposes to change in the metadata, each with the choice to take it over or leave it. */
export function ProposedChanges({ changes, left, onLeave }: ProposedChangesProps) {
  const { t } = useTranslation('versions')
  const nameOf = useFieldName()
  const take = (field: ProposableField, isTaken: boolean) => {
    const fields = togetherWith(field)
    const others = [...left].filter((other) => !fields.includes(other))
    const also = changes.map((change) => change.field).filter((other) => fields.includes(other))
    onLeave(new Set(isTaken ? others : [...others, ...also]))
  }
  return (
    <fieldset className={classes.proposed}>
      <legend>{t('proposal.title')}</legend>
      <p>{t('proposal.help')}</p>
      {changes.map(({ field, from, to }) => (
        <Checkbox
          key={field}
          checked={!left.has(field)}
          aria-label={t('proposal.takeOver', { field: nameOf(field) })}
          label={nameOf(field)}
          description={<FieldChangeText from={from} to={to} />}
          onChange={({ currentTarget }) => take(field, currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
