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
): RunningRecorder & { readonly recorded: RecorderState; readonly isUnkept: boolean } {
  const { t } = useTranslation('navigator')
  const [{ watch, recorder }] = useState(() => recorderOf(userId))
  const recorded = useSyncExternalStore(recorder.subscribe, recorder.snapshot)
  const { log } = recorded
  // Before anything is recorded nobody asks where it would be kept.
  const isUnkept =
    recorded.isUnkept &&
    (recorded.isRecording || log.waypoints.length > 0 || log.tracks.some(({ length }) => length > 0))
  useHeldWork(recorded.isRecording || isUnkept, { isKept: true })
  useEffect(() => {
    if (!isUnkept) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnkept])
  useEffect(() => {
    if (recorded.hasGoneOn) toast.info(t('track.goneOn'), { about: ABOUT })
  }, [recorded.hasGoneOn, t])
  useEffect(() => {
    if (recorded.isElsewhere) toast.info(t('track.elsewhere'), { about: ABOUT })
  }, [recorded.isElsewhere, t])
  const sayGoingOn = useEffectEvent(() => {
    const action = { label: t('track.toRecording'), run: onReturn }
    const options = { about: ABOUT, durationMs: 0, action }
    if (isUnkept) toast.warning(t('track.unkept'), options)
    else if (recorder.snapshot().isRecording) toast.info(t('track.goesOn'), options)
  })
  useEffect(() => {
    dismissToastsAbout(ABOUT)
    return () => sayGoingOn()
  }, [])
  return { watch, recorder, recorded, isUnkept }
}
