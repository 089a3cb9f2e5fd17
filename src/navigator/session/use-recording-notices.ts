import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedWork } from '../../session/unsaved-work.ts'
import { dismissToastsAbout, toast } from '../../ui/toast-store.ts'
import type { FieldRecorder } from '../recorder/field-recorder.ts'
import { isLogUnsavedAtom, recordedAtom } from '../model/recorded-atoms.ts'

/** Notices about the recording, here and while other pages are shown. */
const ABOUT = 'track'

/**
 * Reports how the recording goes on, also while other pages are shown, and warns before it is lost.
 *
 * @param onReturn opens the navigator again
 */
export function useRecordingNotices(recorder: FieldRecorder, onReturn: () => void): void {
  const { t } = useTranslation('navigator')
  const { isRecording, hasGoneOn, isElsewhere } = useAtomValue(recordedAtom)
  const isUnsaved = useAtomValue(isLogUnsavedAtom)
  useUnsavedWork(isRecording || isUnsaved, { isRecoverable: true })
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  useEffect(() => {
    if (hasGoneOn) toast.info(t('track.goneOn'), { about: ABOUT })
  }, [hasGoneOn, t])
  useEffect(() => {
    if (isElsewhere) toast.info(t('track.elsewhere'), { about: ABOUT })
  }, [isElsewhere, t])
  const announceLeaving = useEffectEvent(() => {
    const action = { label: t('track.toRecording'), run: onReturn }
    const options = { about: ABOUT, durationMs: 0, action }
    if (isUnsaved) toast.warning(t('track.unkept'), options)
    else if (recorder.snapshot().isRecording) toast.info(t('track.goesOn'), options)
  })
  useEffect(() => {
    dismissToastsAbout(ABOUT)
    return () => announceLeaving()
  }, [])
}
