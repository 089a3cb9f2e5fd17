import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useHeldWork } from '../../session/held-work.ts'
import { dismissToastsAbout, toast } from '../../ui/toast-store.ts'
import type { RecorderState } from './field-recorder.ts'
import { recorderOf, type RunningRecorder } from './running-recorder.ts'

/** Notices about the recording, here and while other pages are shown. */
const ABOUT = 'track'

/**
 * The user's recorder, which goes on while other pages are shown, and says so there.
 *
 * @param onReturn opens the navigator again
 */
export function useRecorder(
  userId: string,
  onReturn: () => void,
): RunningRecorder & { readonly recorded: RecorderState } {
  const { t } = useTranslation('navigator')
  const [{ watch, recorder }] = useState(() => recorderOf(userId))
  const recorded = useSyncExternalStore(recorder.subscribe, recorder.snapshot)
  useHeldWork(recorded.isRecording)
  useEffect(() => {
    if (recorded.hasGoneOn) toast.info(t('track.goneOn'), { about: ABOUT })
  }, [recorded.hasGoneOn, t])
  const sayGoingOn = useEffectEvent(() => {
    if (!recorder.snapshot().isRecording) return
    const action = { label: t('track.toRecording'), run: onReturn }
    toast.info(t('track.goesOn'), { about: ABOUT, durationMs: 0, action })
  })
  useEffect(() => {
    dismissToastsAbout(ABOUT)
    return () => sayGoingOn()
  }, [])
  return { watch, recorder, recorded }
}
