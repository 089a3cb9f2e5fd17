import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importIiif } from '../../../contract/api/import-iiif.ts'
import { POST_UPLOAD_DELAY_MS } from '../../../contract/constants.ts'
import { ApiError, refusalText } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import type { UploadedMap } from '../../api/upload-task.ts'
import { useUnsavedWork } from '../../session/unsaved-work.ts'
import { toast } from '../../ui/toast-store.ts'
import { MapFields } from '../form/map-fields.tsx'
import { EMPTY_MAP_FORM, formOfFields, updateBodyOf, uploadFieldsOf } from '../form/map-form-values.ts'
import { useMapForm } from '../form/use-map-form.ts'
import { queryKeys } from '../../queries/query-keys.ts'
import { useDeleteMap, useMapRecord } from '../../queries/map-queries.ts'
import { useConfig } from '../../queries/use-config.ts'
import { AddressChoice, type ChosenAddress } from './address-choice.tsx'
import {
  fileFault,
  type FileFault,
  namedByContent,
  scanFault,
  titleOfFile,
  yearOfFile,
} from './file-choice.ts'
import { changeByFound } from './found-form.ts'
import { InterruptedNotice } from './interrupted-notice.tsx'
import { useKnownScans } from './known-scans.ts'
import classes from './upload.module.css'
import { ProcessingProgress, UploadProgress } from './upload-progress.tsx'
import { ScanChoice } from './scan-choice.tsx'
import { useInterruptedUpload } from './use-interrupted-upload.ts'
import { useUpload } from './use-upload.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'

/** Width of the dialog while the map is described, and while it is sent: one bar needs no more. CSS px. */
const FORM_WIDTH = 1200
const PROGRESS_WIDTH = 560

interface UploadDialogProps {
  readonly onClose: () => void
  /** All of it has arrived; null: it was no scan, and the form stands again. */
  readonly onSent: (map: UploadedMap | null) => void
  /** Two seconds after the upload: leads to the editor. */
  readonly onUploaded: (map: UploadedMap) => void
}

/** "Upload new map": the scan at one side, what is known of it at the other. */
export function UploadDialog({ onClose, onSent, onUploaded }: UploadDialogProps) {
  const { t } = useTranslation(['maps', 'upload', 'common'])
  const queries = useQueryClient()
  const form = useMapForm(EMPTY_MAP_FORM)
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const pick = useRef<HTMLButtonElement>(null)
  const fromFile = useRef({ title: '', year: '' })
  const interrupted = useInterruptedUpload()
  const { state, send, pause, resume, cancel, reset } = useUpload()
  const { known } = useKnownScans(file && fileError === undefined ? [file] : [])
  const hosts = useConfig().data?.outsideHosts ?? []
  const [origin, setOrigin] = useState<'file' | 'address'>('file')
  const [address, setAddress] = useState<ChosenAddress | null>(null)
  const [addressError, setAddressError] = useState<string>()
  const [lastFound, setLastFound] = useState<ChosenAddress['found']['fields']>()
  const [isAsking, setAsking] = useState(false)
  const [imported, setImported] = useState<UploadedMap | null>(null)
  const uploaded = state.phase === 'uploaded' ? state.map : imported
  const { data: sent } = useMapRecord(uploaded?.id)
  // The editor could only say the same; where a scan is fetched, it also tries again.
  const isUnreadable = imported === null && sent?.processing.state === 'failed'
  const { mutate: trash } = useDeleteMap()
  const another = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (isUnreadable) another.current?.focus()
  }, [isUnreadable])

  useEffect(() => {
    if (!uploaded || isUnreadable) return
    onSent(uploaded)
    const timer = setTimeout(() => onUploaded(uploaded), POST_UPLOAD_DELAY_MS)
    return () => clearTimeout(timer)
    // The parent's callbacks may change with each render; the timer belongs to the map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [uploaded, isUnreadable])

  const { values, change } = form
  const begun = interrupted.upload
  const current = useRef<File | null>(null)
  const tellFileFault = (fault: FileFault | undefined) => setFileError(fault && t(`upload:fault.${fault}`))
  const choose = (chosen: File | null) => {
    setFile(chosen)
    current.current = chosen
    tellFileFault(undefined)
    if (!chosen) return
    const fault = fileFault(chosen)
    void scanFault(chosen).then((found) => {
      if (current.current !== chosen) return
      tellFileFault(found)
      // What is in a file of another name is a picture all the same.
      if (fault && !found) takeName(chosen)
    })
    if (!fault) takeName(chosen)
  }
  const takeName = (chosen: File) => {
    // A title that came from the file before goes with it, and so does its year.
    const isGiven = (name: 'title' | 'year') =>
      values[name].trim() !== '' && values[name] !== fromFile.current[name]
    if (begun?.isOf(chosen) && !isGiven('title')) return change(formOfFields(begun.fields))
    const [title, year] = [titleOfFile(chosen.name), yearOfFile(chosen.name)]
    change({ ...(!isGiven('title') && { title }), ...(!isGiven('year') && { year }) })
    fromFile.current = { title, year }
  }

  const chooseAddress = (chosen: ChosenAddress | null) => {
    setAddressError(undefined)
    if (chosen && chosen.found !== address?.found)
      change(changeByFound(values, chosen.found.fields, lastFound))
    if (chosen) setLastFound(chosen.found.fields)
    setAddress(chosen)
  }

  const fetchMap = async () => {
    setFailure(undefined)
    const fault = !address
      ? t('upload:iiif.required')
      : address.page === 0
        ? t('upload:iiif.choosePage')
        : undefined
    setAddressError(fault)
    if (!form.judge() || fault !== undefined || !address) return
    setAsking(true)
    try {
      const { url, page } = address
      const { id, basePath } = await callApi(importIiif, {
        body: { url, page, fields: updateBodyOf(values) },
      })
      setImported({ id, basePath, isDescribed: true, isFetching: true })
      await queries.invalidateQueries({ queryKey: queryKeys.maps })
    } catch (error) {
      form.refuse(error)
      setFailure(refusalText(error) ?? t('upload:iiif.importFailed'))
    }
    setAsking(false)
  }

  const submit = async () => {
    if (origin === 'address') return fetchMap()
    const fault = await scanFault(file)
    tellFileFault(fault)
    setFailure(undefined)
    const isRight = form.judge()
    // The first thing of the form, and so the first to be mended.
    if (fault) pick.current?.focus()
    if (!isRight || fault || !file) return
    try {
      const { isDescribed } = await send(await namedByContent(file), uploadFieldsOf(values))
      if (!isDescribed) toast.error(t('upload:notDescribed'))
      await queries.invalidateQueries({ queryKey: queryKeys.maps })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const isCutOff = error instanceof ApiError && error.status === 0
      const text = isCutOff ? t('upload:cutOff') : (refusalText(error) ?? t('upload:failed'))
      form.refuse(error)
      setFailure(text)
      toast.error(text)
    }
  }

  const chooseAnother = () => {
    if (uploaded) trash(uploaded.id)
    onSent(null)
    setFile(null)
    reset()
  }

  const isIdle = state.phase === 'idle' && !imported
  const goesOn = file !== null && begun?.isOf(file) === true
  const isSending = state.phase !== 'idle' && state.phase !== 'uploaded'
  const isFilled = isSending || (isIdle && (file !== null || address !== null || form.isChanged))
  useUnsavedWork(isFilled)
  return (
    <Dialog
      opened
      onClose={uploaded && !isUnreadable ? () => undefined : onClose}
      hasStep={false}
      isFilled={isFilled}
      {...(isSending && {
        discard: {
          title: t('upload:leave.title'),
          text: t('upload:leave.text'),
          keepLabel: t('upload:leave.keep'),
          discardLabel: t('upload:cancel'),
        },
      })}
      withCloseButton={isIdle || isUnreadable}
      closeOnClickOutside={false}
      title={t('upload.title')}
      size={isIdle ? FORM_WIDTH : PROGRESS_WIDTH}
    >
      {isIdle ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          {begun ? (
            <InterruptedNotice upload={begun} isChosen={goesOn} onForget={interrupted.forget} />
          ) : null}
          <div className={classes.columns}>
            <div className={classes.origin}>
              {hosts.length > 0 ? (
                <SegmentedControl
                  fullWidth
                  aria-label={t('upload:origin.label')}
                  value={origin}
                  onChange={(value) => setOrigin(value === 'address' ? 'address' : 'file')}
                  data={[
                    { value: 'file', label: t('upload:origin.file') },
                    { value: 'address', label: t('upload:origin.address') },
                  ]}
                />
              ) : null}
              {origin === 'file' ? (
                <ScanChoice
                  file={file}
                  knownAs={file ? known.get(file) : undefined}
                  error={fileError}
                  pickRef={pick}
                  onChoose={choose}
                />
              ) : (
                <AddressChoice hosts={hosts} chosen={address} error={addressError} onChoose={chooseAddress} />
              )}
            </div>
            <MapFields
              form={form}
              canTogglePublic
              isDisabled={false}
              givenTitle={file ? titleOfFile(file.name) : undefined}
            />
          </div>
          <FormFooter
            onCancel={onClose}
            submitLabel={submitLabel()}
            isSubmitDisabled={origin === 'file' && file !== null && fileError !== undefined}
            isBusy={isAsking}
            error={failure}
          />
        </form>
      ) : null}
      {isSending ? (
        <>
          <UploadProgress
            fileName={file?.name ?? ''}
            fileBytes={file?.size ?? 0}
            pace={state.pace}
            phase={state.phase}
            isResumable={state.isResumable}
          />
          <div className="dialog-footer">
            <Button variant="default" color="vermilion" onClick={cancel}>
              {t('upload:cancel')}
            </Button>
            {state.isResumable ? (
              <Button variant="default" onClick={state.phase === 'paused' ? resume : pause}>
                {state.phase === 'paused' ? t('upload:resume') : t('upload:pause')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
      {uploaded ? <ProcessingProgress mapId={uploaded.id} isFetched={imported !== null} /> : null}
      {isUnreadable ? (
        <>
          <p className={classes.hint}>{t('upload:unreadableHint')}</p>
          <div className="dialog-footer">
            <Button variant="default" onClick={onClose}>
              {t('common:action.close')}
            </Button>
            <Button ref={another} onClick={chooseAnother}>
              {t('upload:chooseAnother')}
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  )

  function submitLabel() {
    if (origin === 'address') return t('upload:iiif.submit')
    return t(goesOn ? 'upload:goOn' : 'upload:submit')
  }
}
