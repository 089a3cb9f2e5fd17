import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconAlertTriangle, IconFolder, IconPhotoUp, IconTableDown } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCAN_EXTENSIONS } from '../../../contract/constants.ts'
import { messageOf } from '../../api/api-error.ts'
import { giveFile } from '../../device/give-file.ts'
import { titleOfFile } from '../../map-record/upload/file-choice.ts'
import { usePersonalMaps } from '../../queries/map-queries.ts'
import { useUnsavedWork } from '../../session/unsaved-work.ts'
import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { CorrectMapsDialog } from '../corrections/correct-maps-overlay.ts'
import { ChosenNotices } from './chosen-notices.tsx'
import { ScanRow } from './scan-row.tsx'
import { LICENCE_NAMES } from '../../../contract/rights.ts'
import { tableTemplate } from './scan-table.ts'
import { useKnownScans } from '../../map-record/upload/known-scans.ts'
import { sentScans } from './sent-scans.ts'
import { SentEnd } from './sent-end.tsx'
import { MOST_SCANS, type PlannedScan } from './upload-plan.ts'
import classes from './upload-many.module.css'
import { useChosenScans } from './use-chosen-scans.ts'
import { useSending } from './use-sending.ts'

const ACCEPT = [...SCAN_EXTENSIONS, 'csv', 'tsv'].map((extension) => `.${extension}`).join(',')
const TEMPLATE_NAME = 'palimpsest-maps.csv'

/** "Upload many maps": scans, or a folder of them, with a table of what is known; what is wrong is seen before. */
export function UploadManyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation(['many', 'common'])
  const { user } = useSession()
  const { data: maps } = usePersonalMaps()
  const chosen = useChosenScans()
  const { known, isComparing } = useKnownScans(chosen.files)
  const sending = useSending()
  const [again, setAgain] = useState<ReadonlySet<File>>(new Set())
  /** A table that corrects maps which are there, chosen here. */
  const [corrections, setCorrections] = useState<File>()
  const folder = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const { plan, files } = chosen
  const { sendings, isSending } = sending

  const owner = user?.id ?? ''
  // Read anew with what is chosen: each byte that is sent renders the list.
  const sentBefore = useMemo(() => {
    const mapOf = sentScans(owner)
    const there = new Set(maps?.map(({ id }) => id))
    return new Set(files.filter((file) => there.has(mapOf(file) ?? '')))
  }, [owner, files, maps])
  /** Why a scan that was sent could not be read after all; undefined: it could, or that is not known yet. */
  const faultOf = ({ file }: PlannedScan) => {
    const state = file ? sendings.get(file) : undefined
    const map = state?.phase === 'sent' ? maps?.find(({ id }) => id === state.mapId) : undefined
    const error = map?.processing.state === 'failed' ? map.processing.error : null
    return error ? messageOf(error.messageKey, error.message, error.details) : undefined
  }
  const wasSentBefore = ({ file }: PlannedScan) =>
    file !== null && (sentBefore.has(file) || known.has(file)) && !again.has(file)
  const phaseOf = ({ file }: PlannedScan) => (file ? sendings.get(file)?.phase : undefined)
  const good = plan.filter((scan) => scan.file !== null && scan.faults.length === 0)
  const open = good.filter((scan) => phaseOf(scan) !== 'sent' && !wasSentBefore(scan))
  const sent = good.filter((scan) => phaseOf(scan) === 'sent')
  const hasBegun = sendings.size > 0
  const begun = good.filter((scan) => phaseOf(scan) !== undefined)
  const isFilled = isSending || (open.length > 0 && files.length > 0)
  useUnsavedWork(isFilled)
  const faulty = plan.filter(({ faults }) => faults.length > 0).length
  const goToFaulty = () => {
    const first = list.current?.querySelector<HTMLElement>('[data-faulty]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)

  if (corrections) return <CorrectMapsDialog file={corrections} hasStep={false} onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      hasStep={false}
      isFilled={isFilled}
      {...(isSending && {
        discard: {
          title: t('leave.title'),
          text: t('leave.text'),
          keepLabel: t('leave.keep'),
          discardLabel: t('leave.stop'),
        },
      })}
      closeOnClickOutside={false}
      title={t('upload.title')}
      size={860}
    >
      {isSending ? (
        <div className={classes.progress}>
          <p role="status">
            {t('upload.progress', { done: number(sent.length), total: number(begun.length) })}
          </p>
          <Progress
            value={(sent.length / Math.max(begun.length, 1)) * 100}
            size="lg"
            aria-label={t('upload.title')}
          />
          <p className={classes.hint}>{t('upload.keepOpen')}</p>
        </div>
      ) : (
        <>
          <DropArea
            label={t('upload.scans')}
            accept={ACCEPT}
            pickLabel={t('upload.pick')}
            formats={t('upload.formats', { most: number(MOST_SCANS) })}
            takesMany
            onChoose={(added) => void chosen.add(added)}
          >
            <IconPhotoUp size={40} stroke={1.25} aria-hidden />
            <p>{t('upload.drop')}</p>
          </DropArea>
          <div className={classes.ways}>
            {'webkitdirectory' in HTMLInputElement.prototype ? (
              <>
                <input
                  ref={folder}
                  type="file"
                  {...{ webkitdirectory: '' }}
                  className="visually-hidden"
                  tabIndex={-1}
                  aria-label={t('upload.pickFolder')}
                  onChange={({ currentTarget }) => {
                    void chosen.add([...(currentTarget.files ?? [])])
                    currentTarget.value = ''
                  }}
                />
                <Button
                  variant="default"
                  leftSection={<IconFolder size={18} stroke={1.75} aria-hidden />}
                  onClick={() => folder.current?.click()}
                >
                  {t('upload.pickFolder')}
                </Button>
              </>
            ) : null}
            <Button
              variant="default"
              leftSection={<IconTableDown size={18} stroke={1.75} aria-hidden />}
              aria-describedby="template-hint"
              onClick={() => {
                const named = files.map(({ name }) => ({ name, title: titleOfFile(name) }))
                void giveFile(TEMPLATE_NAME, new Blob([tableTemplate(named)], { type: 'text/csv' }))
              }}
            >
              {t('upload.template')}
            </Button>
          </div>
          <p id="template-hint" className={classes.hint}>
            {t('upload.templateHint')} {t('upload.licences', { names: LICENCE_NAMES.join(', ') })}
          </p>
          <ChosenNotices chosen={chosen} onCorrect={setCorrections} />
          <p role="status" className={classes.hint}>
            {isComparing ? t('upload.comparing') : null}
          </p>
        </>
      )}
      <SentEnd
        sending={sending}
        plan={plan}
        onTable={(added) => void chosen.add(added)}
        unread={sent.filter((scan) => faultOf(scan) !== undefined).length}
        onUndone={() => {
          sending.forget()
          chosen.removeAll()
        }}
      />
      {plan.length > 0 ? (
        <ol ref={list} className={classes.scans} aria-label={t('upload.list')}>
          {plan.map((scan) => (
            <ScanRow
              key={scan.key}
              scan={scan}
              hasTable={chosen.table !== null}
              sending={scan.file ? sendings.get(scan.file) : undefined}
              fault={faultOf(scan)}
              wasSentBefore={wasSentBefore(scan)}
              knownAs={scan.file && !sentBefore.has(scan.file) ? known.get(scan.file) : undefined}
              onMend={chosen.mend}
              onAgain={isSending || !scan.file ? undefined : () => setAgain(new Set(again).add(scan.file!))}
            />
          ))}
        </ol>
      ) : null}
      <div className="dialog-footer">
        {isSending ? (
          <Button variant="default" color="vermilion" onClick={sending.stop}>
            {t('upload.stop')}
          </Button>
        ) : (
          <>
            {faulty > 0 ? (
              <Button
                variant="subtle"
                color="vermilion"
                className={classes.attention ?? ''}
                leftSection={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
                onClick={goToFaulty}
              >
                {t('upload.attention', { count: faulty })}
              </Button>
            ) : null}
            <Button variant="default" onClick={onClose}>
              {t(hasBegun && open.length === 0 ? 'common:action.close' : 'common:action.cancel')}
            </Button>
            {hasBegun && open.length === 0 ? null : (
              <Button disabled={open.length === 0 || isComparing} onClick={() => void sending.send(open)}>
                {t(hasBegun ? 'upload.goOn' : 'upload.submit', { count: open.length })}
              </Button>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
