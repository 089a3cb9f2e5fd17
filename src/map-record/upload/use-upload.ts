import { useEffect, useRef, useState } from 'react'
import { startUpload } from '../../api/upload-map.ts'
import type { UploadedMap, UploadFields, UploadTask } from '../../api/upload-task.ts'
import { useSession } from '../../session/session.ts'
import { uploadMeter, type UploadPace } from './upload-meter.ts'

export type UploadState =
  | { readonly phase: 'idle' }
  | {
      /** `waiting`: the connection is lost, and it is tried again until it is back. */
      readonly phase: 'uploading' | 'paused' | 'waiting'
      readonly pace: UploadPace
      readonly isResumable: boolean
    }
  | { readonly phase: 'uploaded'; readonly map: UploadedMap }

interface UploadControls {
  readonly state: UploadState
  /** Resolves with the new map; rejects with ApiError, or AbortError when cancelled. */
  readonly send: (file: File, fields: UploadFields) => Promise<UploadedMap>
  readonly pause: () => void
  readonly resume: () => void
  readonly cancel: () => void
  /** After an upload: for another one. */
  readonly reset: () => void
}

const IDLE: UploadState = { phase: 'idle' }

/** Asks before the page is left while an upload is under way. */
function useLeaveWarning(isUnderway: boolean): void {
  useEffect(() => {
    if (!isUnderway) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnderway])
}

/** One upload with its pace. */
export function useUpload(): UploadControls {
  const [state, setState] = useState<UploadState>(IDLE)
  const task = useRef<UploadTask | null>(null)
  const meter = useRef<ReturnType<typeof uploadMeter> | null>(null)
  const { user } = useSession()
  useLeaveWarning(state.phase !== 'idle' && state.phase !== 'uploaded')
  useEffect(() => () => task.current?.cancel(), [])

  const send = async (file: File, fields: UploadFields) => {
    const pacer = uploadMeter(file.size)
    meter.current = pacer
    const started = startUpload(user?.id ?? '', file, fields, {
      onProgress: (sentBytes) => {
        const pace = pacer.at(performance.now(), sentBytes)
        setState((last) =>
          last.phase === 'paused' ? last : { phase: 'uploading', pace, isResumable: started.isResumable },
        )
      },
      onWaiting: () => {
        pacer.restart()
        setState((last) => (last.phase === 'uploading' ? { ...last, phase: 'waiting' } : last))
      },
    })
    task.current = started
    setState({ phase: 'uploading', pace: pacer.at(performance.now(), 0), isResumable: started.isResumable })
    try {
      const map = await started.result
      task.current = null
      setState({ phase: 'uploaded', map })
      return map
    } catch (error) {
      task.current = null
      setState(IDLE)
      throw error
    }
  }

  return {
    state,
    send,
    pause: () => {
      task.current?.pause()
      meter.current?.restart()
      setState((last) =>
        last.phase === 'uploading' || last.phase === 'waiting' ? { ...last, phase: 'paused' } : last,
      )
    },
    resume: () => {
      setState((last) => (last.phase === 'paused' ? { ...last, phase: 'uploading' } : last))
      task.current?.resume()
    },
    cancel: () => task.current?.cancel(),
    reset: () => setState(IDLE),
  }
}
