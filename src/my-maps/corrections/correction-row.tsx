import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { issueText } from '../../api/api-error.ts'
import { useFieldName } from '../../map-record/field-changes.tsx'
import type { CorrectedField, CorrectionFault, PlannedCorrection } from './plan-corrections.ts'
import classes from './corrections.module.css'

/** One row of the preview: the map, each field as it is and as it will be, and what is wrong with the row. */
export function CorrectionRow({ planned }: { readonly planned: PlannedCorrection }) {
  const { t } = useTranslation(['corrections', 'maps'])
  const nameOf = useCorrectedFieldName()
  const { row, id, title, fields, faults, isStale } = planned
  return (
    <li className={classes.row}>
      <strong dir="auto">{title ?? id}</strong>
      <span className={classes.place}>{t('row', { row })}</span>
      {isStale ? <p className={classes.stale}>{t('isStale')}</p> : null}
      {fields.length > 0 ? (
        <dl className={classes.fields}>
          {fields.map(({ field, from, to }) => (
            <div key={field}>
              <dt>{nameOf(field)}</dt>
              <dd>
                <del>
                  <span className="visually-hidden">{t('was')} </span>
                  <Value value={from} />
                </del>{' '}
                →{' '}
                <ins>
                  <span className="visually-hidden">{t('becomes')} </span>
                  <Value value={to} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {faults.length > 0 ? (
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <li key={JSON.stringify(fault)}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              <FaultText fault={fault} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function useCorrectedFieldName(): (field: CorrectedField) => string {
  const { t } = useTranslation('maps')
  const nameOf = useFieldName()
  return (field) => (field === 'isPublic' ? t('fields.isPublic') : nameOf(field))
}

function Value({ value }: { readonly value: string | boolean }) {
  const { t } = useTranslation('corrections')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return <span dir="auto">{value === '' ? t('nothingThere') : value}</span>
}

function FaultText({ fault }: { readonly fault: CorrectionFault }) {
  const { t } = useTranslation(['corrections', 'maps'])
  return <span>{text()}</span>
  function text(): string {
    switch (fault.kind) {
      case 'twice':
        return t('rowFault.twice', { row: fault.row })
      case 'claimed':
        return t('rowFault.claimed', { username: fault.username })
      case 'unread':
        return t(`rowFault.unread.${fault.column}`, {
          field: t(`maps:fields.${fault.column === 'public' ? 'isPublic' : 'scale'}`),
        })
      case 'field':
        return t('rowFault.field', {
          field: t(`maps:fields.${fault.field}`),
          text: issueText(fault.key, fault.details),
        })
      case 'refused':
        return fault.text
      default:
        return t(`rowFault.${fault.kind}`)
    }
  }
}
