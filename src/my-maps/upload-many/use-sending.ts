import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryKeys } from '../../queries/query-keys.ts'
import { useSession } from '../../session/session.ts'
import { sendScans, type Sending } from './send-scans.ts'
import type { PlannedScan } from './upload-plan.ts'

export interface SendingControls {
  /** How far each scan is, by its file: those that nobody has sent are missing. */
  readonly sendings: ReadonlyMap<File, Sending>
  readonly isSending: boolean
  /** Why the rest was not sent. */
  readonly refusal: string | undefined
  readonly wasStopped: boolean
  readonly send: (scans: readonly PlannedScan[]) => Promise<void>
  readonly stop: () => void
  readonly forget: () => void
}

/** Sends scans one after another and tells how far each is. */
export function useSending(): SendingControls {
  const queries = useQueryClient()
  const { user } = useSession()
  const [sendings, setSendings] = useState<ReadonlyMap<File, Sending>>(new Map())
  const [refusal, setRefusal] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [wasStopped, setStopped] = useState(false)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isSending])

  const send = async (scans: readonly PlannedScan[]) => {
    const controller = new AbortController()
    stopper.current = controller
    const fileOf = new Map(scans.map(({ key, file }) => [key, file]))
    const note = (key: string, sending: Sending) => {
      const file = fileOf.get(key)
      if (file) setSendings((last) => new Map(last).set(file, sending))
    }
    setRefusal(undefined)
    setStopped(false)
    setSending(true)
    for (const { key } of scans) note(key, { phase: 'queued' })
    try {
      const { signal } = controller
      setRefusal(await sendScans({ owner: user?.id ?? '', scans, signal, onChange: note }))
    } finally {
      setStopped(controller.signal.aborted)
      setSending(false)
      await queries.invalidateQueries({ queryKey: queryKeys.maps })
    }
  }
  return {
    sendings,
    isSending,
    refusal,
    wasStopped,
    send,
    stop: () => stopper.current?.abort(),
    forget: () => {
      setSendings(new Map())
      setRefusal(undefined)
      setStopped(false)
    },
  }
}
