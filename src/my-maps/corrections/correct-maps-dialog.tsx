import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LICENCE_NAMES } from '../../../contract/rights.ts'
import { useUnsavedWork } from '../../session/unsaved-work.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CorrectionRow } from './correction-row.tsx'
import classes from './corrections.module.css'
import type { PlannedCorrection } from './plan-corrections.ts'
import { type AppliedCorrections, useApplying } from './use-applying.ts'
import { type ChosenTable, useChosenTable } from './use-chosen-table.ts'

/** Rows in sight, and so many more each time they are asked for. */
const ROWS_SHOWN = 100
/** So many names of columns that are left out are given. */
const NAMES_GIVEN = 5

export interface CorrectMapsDialogProps {
  /** A table that was chosen elsewhere. */
  readonly file?: File
  /** False where the address says that the dialog is open. */
  readonly hasStep?: boolean
  readonly onClose: () => void
}

/** "Correct many with a CSV": a table is compared with one's maps, and what it changes is seen before it is applied. */
export function CorrectMapsDialog({ file, hasStep = true, onClose }: CorrectMapsDialogProps) {
  const { t, i18n } = useTranslation(['corrections', 'common'])
  const applying = useApplying()
  const { progress } = applying
  const { chosen, isReading, plan, choose, mend } = useChosenTable(file, applying.answered)
  const [leavesFaulty, setLeavesFaulty] = useState(false)
  const [takesStale, setTakesStale] = useState(false)
  const [outcome, setOutcome] = useState<AppliedCorrections>()
  const isApplying = progress !== null
  useUnsavedWork(isApplying)
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)

  const planned = plan?.planned ?? []
  const faulty = planned.filter(({ faults }) => faults.length > 0)
  const sound = planned.filter(({ faults }) => faults.length === 0)
  const stale = sound.filter(({ isStale }) => isStale)
  const wanted = takesStale ? sound : sound.filter(({ isStale }) => !isStale)

  const apply = async () => {
    const applied = await applying.apply(wanted)
    // What has come up since is agreed to anew.
    setLeavesFaulty(false)
    setTakesStale(false)
    setOutcome(applied)
    if (applied.done < applied.total) return
    toast.success(t('done', { count: applied.done }))
    if (faulty.length + stale.length === 0 || wanted.length === sound.length) onClose()
  }
  const chooseAnew = (added: File) => {
    applying.forget()
    setOutcome(undefined)
    setLeavesFaulty(false)
    setTakesStale(false)
    void choose(added)
  }
  const names = (all: readonly string[]) => all.slice(0, NAMES_GIVEN).join(', ')
  return (
    <Dialog
      opened
      onClose={onClose}
      hasStep={hasStep}
      isFilled={isApplying}
      discard={{
        title: t('leave.title'),
        text: t('leave.text'),
        keepLabel: t('leave.keep'),
        discardLabel: t('leave.stop'),
      }}
      closeOnClickOutside={false}
      title={t('title')}
      size={860}
    >
      {progress ? (
        <div className={classes.progress}>
          <p role="status">{t('progress', { done: number(progress.done), total: number(progress.total) })}</p>
          <Progress
            value={(progress.done / Math.max(progress.total, 1)) * 100}
            size="lg"
            aria-label={t('title')}
          />
          <p className={classes.hint}>{t('keepOpen')}</p>
        </div>
      ) : (
        <>
          <DropArea
            label={t('choose')}
            accept=".csv,.tsv,.txt"
            pickLabel={t(chosen ? 'other' : 'pick')}
            formats={t('formats', { names: LICENCE_NAMES.join(', ') })}
            onChoose={([added]) => chooseAnew(added)}
          >
            <IconTableImport size={40} stroke={1.25} aria-hidden />
            <p>{chosen ? t('table', { file: chosen.name }) : t('drop')}</p>
          </DropArea>
          {chosen ? null : <p className={classes.hint}>{t('how')}</p>}
          <p className={classes.hint}>{t('rules')}</p>
          {isReading ? <p role="status">{t('reading')}</p> : null}
          {chosen?.fault ? (
            <p role="alert" className={classes.alert}>
              {t(`fault.${chosen.fault}`)}
            </p>
          ) : null}
          {chosen?.failure === undefined ? null : (
            <p role="alert" className={classes.alert}>
              {t('loadFailed', { reason: chosen.failure })}
            </p>
          )}
          <Outcome outcome={outcome} />
          {plan && chosen?.table ? (
            <>
              <p className={classes.notes}>
                {chosen.table.unknown.length > 0 ? (
                  <span>{t('unknownColumns', { columns: names(chosen.table.unknown) })}</span>
                ) : null}
                {chosen.table.rows.every(({ version }) => version === '') ? (
                  <span>{t('noVersion')}</span>
                ) : null}
              </p>
              <p role="status" className={classes.counts}>
                {planned.length === 0 ? <span>{t('nothing')}</span> : null}
                {sound.length > 0 ? <span>{t('changing', { count: sound.length })}</span> : null}
                {plan.unchanged > 0 ? <span>{t('unchanged', { count: plan.unchanged })}</span> : null}
                {faulty.length > 0 ? <span>{t('faulty', { count: faulty.length })}</span> : null}
              </p>
              <div className={classes.choices}>
                {stale.length > 0 ? (
                  <>
                    <p>{t('stale', { count: stale.length })}</p>
                    <Choice label={t('takeStale')} isChosen={takesStale} onChange={setTakesStale} />
                  </>
                ) : null}
                {faulty.length > 0 && sound.length > 0 ? (
                  <Choice
                    label={t('leaveOut', { count: faulty.length })}
                    isChosen={leavesFaulty}
                    onChange={setLeavesFaulty}
                  />
                ) : null}
              </div>
              <Rows
                key={chosen.name}
                onMend={mend}
                planned={[...faulty, ...stale, ...sound.filter((one) => !one.isStale)]}
              />
            </>
          ) : null}
        </>
      )}
      <div className="dialog-footer">
        {isApplying ? (
          <Button variant="default" color="vermilion" onClick={applying.stop}>
            {t('stop')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t(outcome ? 'common:action.close' : 'common:action.cancel')}
            </Button>
            <Button
              disabled={wanted.length === 0 || isReading || (faulty.length > 0 && !leavesFaulty)}
              onClick={() => void apply()}
            >
              {t('apply', { count: wanted.length })}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** What was done where not all of it was. */
function Outcome({ outcome }: { readonly outcome: AppliedCorrections | undefined }) {
  const { t } = useTranslation('corrections')
  if (!outcome || outcome.done === outcome.total) return null
  const { done, total, reason } = outcome
  return (
    <p role="alert" className={classes.alert}>
      {reason === undefined ? t('stopped', { done, total }) : t('partly', { done, total, reason })}
    </p>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

const Choice = ({ label, isChosen, onChange }: ChoiceProps) => (
  <label>
    <input
      type="checkbox"
      checked={isChosen}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
)

/** Rows of the preview, a part of them at first. */
function Rows({
  planned,
  onMend,
}: {
  readonly planned: readonly PlannedCorrection[]
  readonly onMend: ChosenTable['mend']
}) {
  const { t } = useTranslation('corrections')
  const [shown, setShown] = useState(ROWS_SHOWN)
  const more = Math.min(planned.length - shown, ROWS_SHOWN)
  if (planned.length === 0) return null
  return (
    <>
      <ol className={classes.rows} aria-label={t('list')}>
        {planned.slice(0, shown).map((one) => (
          <CorrectionRow key={one.row} planned={one} onMend={onMend} />
        ))}
      </ol>
      {more > 0 ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + more)}>
          {t('more', { count: more })}
        </Button>
      ) : null}
    </>
  )
}
