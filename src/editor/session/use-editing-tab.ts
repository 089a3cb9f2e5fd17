import { useSetAtom, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { baseVersionAtom, committedDocumentAtom, editAtom, editHoldAtom } from '../model/document-atoms.ts'
import { sameContent } from '../../drafts/editor-document.ts'
import type { Work } from '../../drafts/draft-sync.ts'

/** How long the other tab has to hand its work over before editing is taken without it: it may be frozen. */
const HAND_OVER_MS = 2_000

type Message = { readonly kind: 'take' } | { readonly kind: 'handed'; readonly work: Work }

/** What the tab does with the work on the map. */
export interface KeptWork {
  /** Keeps the work before it is handed over. */
  readonly flush: () => Promise<void>
  /** Takes up what another tab has kept since this one edited last. */
  readonly catchUp: () => Promise<void>
}

export interface EditingTab {
  /** The map is edited in this tab. */
  readonly isHere: boolean
  /** Brings editing here, with the work of the tab that has it. */
  readonly takeOver: () => void
}

/**
 * Lets one tab of a browser edit a map at a time. A second one says so, and takes editing over with what the first has
 * done; when the first is closed, it comes by itself. Where the browser has no locks (an address without https) every
 * tab edits, and the version of the draft on the server tells them apart.
 */
export function useEditingTab(name: string, isWanted: boolean, work: () => KeptWork): EditingTab {
  const store = useStore()
  const setHold = useSetAtom(editHoldAtom)
  const edit = useSetAtom(editAtom)
  const hasLocks = 'locks' in navigator && 'BroadcastChannel' in window
  const [isHere, setHere] = useState(!hasLocks)
  const channel = useRef<BroadcastChannel | null>(null)
  const steal = useRef<() => void>(() => undefined)

  const become = useEffectEvent((here: boolean) => {
    setHere(here)
    const hold = store.get(editHoldAtom)
    if (here ? hold === 'otherTab' : hold === null || hold === 'draft') setHold(here ? null : 'otherTab')
  })

  const handOver = useEffectEvent(async () => {
    await work().flush()
    const handed = { document: store.get(committedDocumentAtom), baseVersion: store.get(baseVersionAtom) }
    channel.current?.postMessage({ kind: 'handed', work: handed } satisfies Message)
  })

  const catchUp = useEffectEvent(() => work().catchUp())

  const receive = useEffectEvent(({ document, baseVersion }: Work) => {
    setHold(null)
    if (!sameContent(document, store.get(committedDocumentAtom)))
      edit({ action: () => document, label: { action: 'takeOver' } })
    store.set(baseVersionAtom, baseVersion)
  })

  useEffect(() => {
    if (!hasLocks || !isWanted) return undefined
    const lock = `palimpsest-edit ${name}`
    const messages = new BroadcastChannel(lock)
    channel.current = messages
    let release: (() => void) | undefined
    let isOver = false

    /**
     * Holds the lock until this tab gives it up or another takes it. `isBehind`: another tab may have worked on since
     * this one did, and has handed nothing over.
     */
    const hold = (options: LockOptions, isBehind: boolean) =>
      navigator.locks
        .request(lock, options, async (granted) => {
          if (!granted || isOver) return
          if (isBehind) await catchUp()
          if (isOver) return
          become(true)
          await new Promise<void>((resolve) => {
            release = resolve
          })
        })
        .catch(() => undefined)
        .finally(() => (release = undefined))

    const waiting = new AbortController()
    /** Waits until no other tab has it. */
    const queue = () => {
      if (isOver) return
      become(false)
      void hold({ signal: waiting.signal }, true).then(queue)
    }
    void hold({ ifAvailable: true }, false).then(queue)

    let timer: number | undefined
    let isTaking = false
    const takeIt = (isBehind: boolean) => {
      if (!isTaking) return
      isTaking = false
      window.clearTimeout(timer)
      void hold({ steal: true }, isBehind).then(queue)
    }
    steal.current = () => {
      isTaking = true
      messages.postMessage({ kind: 'take' } satisfies Message)
      timer = window.setTimeout(() => takeIt(true), HAND_OVER_MS)
    }
    messages.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'take' && release) void handOver()
      if (data.kind !== 'handed' || !isTaking) return
      receive(data.work)
      takeIt(false)
    })
    return () => {
      isOver = true
      window.clearTimeout(timer)
      waiting.abort()
      release?.()
      messages.close()
      channel.current = null
    }
  }, [name, isWanted, hasLocks])

  return { isHere, takeOver: () => steal.current() }
}
