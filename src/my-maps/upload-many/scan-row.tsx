import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saysNoDate } from '../../../contract/rules/no-date.ts'
import { issueText } from '../../api/api-error.ts'
import { fileSize } from '../../map-record/upload/upload-meter.ts'
import type { Sending } from './send-scans.ts'
import { MendCell } from '../table-file/mend-cell.tsx'
import { type Column, columnOfField } from '../table-file/table-columns.ts'
import type { EntryFault, PlannedScan } from './upload-plan.ts'
import classes from './upload-many.module.css'

interface ScanRowProps {
  readonly scan: PlannedScan
  /** A table was chosen, which may not name this scan. */
  readonly hasTable: boolean
  /** Undefined: nobody has sent it. */
  readonly sending: Sending | undefined
  /** Why it could not be read after it was sent. */
  readonly fault: string | undefined
  /** It became a map before, which is still there. */
  readonly wasSentBefore: boolean
  /** The map, or another of the files, that has the same content. */
  readonly knownAs: string | undefined
  readonly onMend: (row: number, column: Column, text: string) => void
  /** Absent while others are being sent. */
  readonly onAgain: (() => void) | undefined
}

/** One scan of the list: its file, what it will be called, and how it stands. */
export function ScanRow({
  scan,
  hasTable,
  sending,
  fault,
  wasSentBefore,
  knownAs,
  onMend,
  onAgain,
}: ScanRowProps) {
  const { t, i18n } = useTranslation(['many', 'maps', 'upload'])
  const { file, name, row, values, faults } = scan
  const size = file && fileSize(file.size)
  const isPublic = values.isPublic ? t('maps:visibility.public') : t('maps:visibility.private')
  const facts = [
    values.year || (saysNoDate(values.date) ? t('upload.noDate') : values.date),
    values.creator,
    isPublic,
    size &&
      `${new Intl.NumberFormat(i18n.language).format(size.value)}\u00A0${t(`upload:units.${size.unit}`)}`,
    row === null ? hasTable && t('upload.notInTable') : t('upload.row', { row }),
  ].filter(Boolean)
  const before = !wasSentBefore
    ? undefined
    : knownAs === undefined
      ? t('upload.sentBefore')
      : t('upload.knownAs', { title: knownAs })
  return (
    <li className={classes.scan} {...(faults.length > 0 && { 'data-faulty': '', tabIndex: -1 })}>
      <span className={classes.text}>
        <strong dir="auto">{values.title || name}</strong>
        <span dir="auto">{name}</span>
        <span>{facts.join(' · ')}</span>
      </span>
      {faults.length > 0 ? (
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <Fault key={JSON.stringify(fault)} fault={fault} scan={scan} onMend={onMend} />
          ))}
        </ul>
      ) : (
        <span className={classes.state}>
          {fault === undefined ? (
            <State sending={sending} bytes={file?.size ?? 0} before={before} />
          ) : (
            <Failed text={fault} />
          )}
          {wasSentBefore && sending === undefined && onAgain ? (
            <Button
              variant="subtle"
              size="compact-sm"
              className="touch-target"
              aria-label={t('upload.againNamed', { name })}
              onClick={onAgain}
            >
              {t('upload.again')}
            </Button>
          ) : null}
        </span>
      )}
    </li>
  )
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true }

/** In which cell what is wrong can be corrected; undefined: in none. */
function faultyColumn(fault: EntryFault): Column | undefined {
  if (fault.kind === 'field') return columnOfField(fault.field)
  if (fault.kind === 'unread') return fault.column
  return fault.kind === 'noScan' ? 'file' : undefined
}

interface FaultProps extends Pick<ScanRowProps, 'scan' | 'onMend'> {
  readonly fault: EntryFault
}

function Fault({ fault, scan: { row, cells }, onMend }: FaultProps) {
  const { t } = useTranslation(['many', 'maps', 'upload'])
  const column = faultyColumn(fault)
  if (row !== null && column !== undefined)
    return (
      <li>
        <MendCell
          label={t('upload.cell', { column: column === 'file' ? t('upload.file') : fieldName(column), row })}
          fault={text()}
          value={cells[column] ?? ''}
          onMend={(mended) => onMend(row, column, mended)}
        />
      </li>
    )
  return (
    <li>
      <IconAlertTriangle {...ICON} />
      <span>{text()}</span>
    </li>
  )
  function text(): string {
    switch (fault.kind) {
      case 'file':
        return t(`upload:fault.${fault.fault}`)
      case 'twice':
        return t('upload.fault.twice', { row: fault.row })
      case 'unread':
        return t('upload.fault.unread', { column: fieldName(fault.column) })
      case 'field':
        return t('upload.fault.field', {
          field: t(`maps:fields.${fault.field}`),
          text: issueText(fault.key, fault.details),
        })
      default:
        return t(`upload.fault.${fault.kind}`)
    }
  }
  function fieldName(of: Exclude<Column, 'file'>): string {
    return t(`maps:fields.${of === 'public' ? 'isPublic' : of}`)
  }
}

interface StateProps {
  readonly sending: Sending | undefined
  readonly bytes: number
  /** As what it is there already; undefined: it is not. */
  readonly before: string | undefined
}

function State({ sending, bytes, before }: StateProps) {
  const { t } = useTranslation('many')
  if (!sending) return before === undefined ? t('upload.ready') : <Done text={before} />
  switch (sending.phase) {
    case 'queued':
      return t('upload.queued')
    case 'sending':
      return t('upload.sending', { percent: bytes === 0 ? 0 : Math.floor((sending.sentBytes / bytes) * 100) })
    case 'waiting':
      return t(sending.reason === 'line' ? 'upload.waitingLine' : 'upload.waitingRoom')
    case 'sent':
      return <Done text={t(sending.isDescribed ? 'upload.sent' : 'upload.notDescribed')} />
    case 'failed':
      return <Failed text={sending.text} />
  }
}

const Failed = ({ text }: { readonly text: string }) => (
  <span className={classes.failed}>
    <IconAlertTriangle {...ICON} />
    {text}
  </span>
)

const Done = ({ text }: { readonly text: string }) => (
  <>
    <IconCircleCheck {...ICON} color="var(--p-green)" />
    {text}
  </>
)
