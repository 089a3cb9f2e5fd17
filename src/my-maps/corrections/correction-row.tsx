import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { issueText } from '../../api/api-error.ts'
import { useFieldName } from '../../map-record/field-changes.tsx'
import type { CorrectedField, CorrectionFault, PlannedCorrection } from './plan-corrections.ts'
import { MendCell } from '../table-file/mend-cell.tsx'
import { isBoundsColumn } from '../table-file/bounds-cells.ts'
import { type Column, columnOfField } from '../table-file/table-columns.ts'
import type { ChosenTable } from './use-chosen-table.ts'
import classes from './corrections.module.css'

interface CorrectionRowProps {
  readonly planned: PlannedCorrection
  readonly onMend: ChosenTable['mend']
}

/** One row of the preview: the map, each field as it is and as it will be, and what is wrong with the row. */
export function CorrectionRow({ planned, onMend }: CorrectionRowProps) {
  const { t } = useTranslation(['corrections', 'maps'])
  const nameOf = useCorrectedFieldName()
  const faultText = useFaultText()
  const { row, id, title, fields, faults, isStale, cells } = planned
  return (
    <li className={classes.row} tabIndex={-1}>
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
          {faults.map((fault) => {
            const column = faultyColumn(fault)
            return (
              <li key={JSON.stringify(fault)}>
                {column === undefined ? (
                  <>
                    <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
                    <span>{faultText(fault)}</span>
                  </>
                ) : (
                  <MendCell
                    label={t('cell', {
                      column: t(`maps:fields.${column === 'public' ? 'isPublic' : column}`),
                      row,
                    })}
                    fault={faultText(fault)}
                    value={cells[column] ?? ''}
                    onMend={(text) => onMend(row, column, text)}
                  />
                )}
              </li>
            )
          })}
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

/** In which cell what is wrong can be corrected; undefined: in none. */
function faultyColumn(fault: CorrectionFault): Exclude<Column, 'file'> | undefined {
  if (fault.kind === 'unread') return fault.column
  return fault.kind === 'field' ? columnOfField(fault.field) : undefined
}

/** Says what is wrong with a row. */
function useFaultText(): (fault: CorrectionFault) => string {
  const { t } = useTranslation(['corrections', 'maps'])
  return (fault) => {
    switch (fault.kind) {
      case 'severalScans':
        return t('rowFault.severalScans', { count: fault.count })
      case 'twice':
        return t('rowFault.twice', { row: fault.row })
      case 'claimed':
        return t('rowFault.claimed', { username: fault.username })
      case 'unread':
        return t(`rowFault.unread.${isBoundsColumn(fault.column) ? 'side' : fault.column}`, {
          field: t(`maps:fields.${fault.column === 'public' ? 'isPublic' : fault.column}`),
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
