import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MOST_SCANS } from './upload-plan.ts'
import classes from './upload-many.module.css'
import type { ChosenScans } from './use-chosen-scans.ts'

/** The list of one's maps names their ids, and their scans as well. */
const isIdColumn = (name: string) => name.trim().toLowerCase() === 'id'

/** So many names of files that are left out are told. */
const NAMES_TOLD = 5

interface ChosenNoticesProps {
  readonly chosen: ChosenScans
  /** Corrects maps that are there by the table. */
  readonly onCorrect: (table: File) => void
}

/** What is chosen, and what of it is not taken and why. */
export function ChosenNotices({ chosen, onCorrect }: ChosenNoticesProps) {
  const { t, i18n } = useTranslation('many')
  const { files, table, leftOut, isCut } = chosen
  const unknown = table?.table?.unknown ?? []
  const more = leftOut.length - NAMES_TOLD
  return (
    <>
      <div role="status" className={classes.chosen}>
        {files.length > 0 ? <span>{t('upload.count', { count: files.length })}</span> : null}
        {table ? <span>{t('upload.table', { file: table.name })}</span> : null}
        {leftOut.length > 0 ? (
          <span>
            {t('upload.leftOut', { files: leftOut.slice(0, NAMES_TOLD).join(', ') })}
            {more > 0 ? ` ${t('upload.leftOutMore', { count: more })}` : null}
          </span>
        ) : null}
        {unknown.length > 0 ? (
          <span>{t('upload.unknownColumns', { columns: unknown.slice(0, NAMES_TOLD).join(', ') })}</span>
        ) : null}
      </div>
      {table?.fault ? (
        <p role="alert" className={classes.alert}>
          {t(`upload.tableFault.${table.fault}`)}
        </p>
      ) : null}
      {isCut ? (
        <p role="alert" className={classes.alert}>
          {t('upload.tooMany', { most: new Intl.NumberFormat(i18n.language).format(MOST_SCANS) })}
        </p>
      ) : null}
      {table || files.length > 0 ? (
        <div className={classes.ways}>
          {table && (table.fault === 'noKeyColumn' || unknown.some(isIdColumn)) ? (
            <Button
              variant="default"
              size="compact-sm"
              className="touch-target"
              onClick={() => onCorrect(table.file)}
            >
              {t('upload.corrects')}
            </Button>
          ) : null}
          {table ? (
            <Button variant="subtle" size="compact-sm" className="touch-target" onClick={chosen.removeTable}>
              {t('upload.removeTable')}
            </Button>
          ) : null}
          <Button variant="subtle" size="compact-sm" className="touch-target" onClick={chosen.removeAll}>
            {t('upload.removeAll')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
