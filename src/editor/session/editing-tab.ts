import { useAtomValue, useStore } from 'jotai'
import { type RefObject, useEffect, useMemo } from 'react'
import { sameContent } from '../../drafts/editor-document.ts'
import type { Work } from '../../drafts/draft-sync.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'
import { baseVersionAtom, committedDocumentAtom, editAtom, editHoldAtom } from '../model/document-atoms.ts'

/** How long the other tab has to hand its work over before editing is taken without it: it may be frozen. */
const HAND_OVER_MS = 2_000

type Message = { readonly kind: 'take' } | { readonly kind: 'handed'; readonly work: Work }

/** What the tab does with the work on the map. */
export interface KeptWork {
  /** Saves the work before it is handed over. */
  readonly flush: () => Promise<void>
  /** Loads what another tab has saved since this one edited last. */
  readonly catchUp: () => Promise<void>
}

export interface EditingTab {
  /** The map is edited in this tab. */
  readonly isHere: boolean
  /** Brings editing here, with the work of the tab that has it. */
  readonly takeOver: () => void
}

interface EditingTabDeps {
  readonly store: AtomStore
  /** Names the user and the map. */
  readonly name: string
  readonly work: { readonly current: KeptWork }
  /** Undefined where the browser has none: an address without https. */
  readonly locks?: Pick<LockManager, 'request'> | undefined
  readonly openChannel?: (name: string) => BroadcastChannel
}

const [isEditedHereAtom, noteEditedHereAtom] = valueAtoms(false)
/** Whether this tab has the lock of the map. */
export { isEditedHereAtom }

const hasLocks = () => 'locks' in navigator && 'BroadcastChannel' in globalThis

/**
 * Lets one tab of a browser edit a map at a time. A second one says so, and takes editing over with what the first has
 * done; when the first is closed, it comes by itself.
 */
export function createEditingTab({
  store,
  name,
  work,
  locks = navigator.locks,
  openChannel = (channel) => new BroadcastChannel(channel),
}: EditingTabDeps) {
  let take = (): void => undefined

  const become = (isHere: boolean) => {
    store.set(noteEditedHereAtom, isHere)
    const hold = store.get(editHoldAtom)
    if (isHere ? hold === 'otherTab' : hold === null || hold === 'draft')
      store.set(editHoldAtom, isHere ? null : 'otherTab')
  }

  const receive = ({ document, baseVersion }: Work) => {
    store.set(editHoldAtom, null)
    if (!sameContent(document, store.get(committedDocumentAtom)))
      store.set(editAtom, { action: () => document, label: { action: 'takeOver' } })
    store.set(baseVersionAtom, baseVersion)
  }

  return {
    /** Asks the tab that edits for its work, and edits with it; without it where the other does not answer. */
    takeOver: () => take(),

    /** Edits as soon as no other tab does. Returns how to give editing up. */
    start() {
      const lock = `palimpsest-edit ${name}`
      const messages = openChannel(lock)
      let release: (() => void) | undefined
      let isOver = false

      const handOver = async () => {
        await work.current.flush()
        if (isOver) return
        const handed = { document: store.get(committedDocumentAtom), baseVersion: store.get(baseVersionAtom) }
        messages.postMessage({ kind: 'handed', work: handed } satisfies Message)
      }

      /**
       * Has the lock until this tab releases it or another steals it. `isBehind`: another tab may have worked on since
       * this one did, and has handed nothing over.
       */
      const edit = (options: LockOptions, isBehind: boolean) =>
        locks
          .request(lock, options, async (granted) => {
            if (!granted || isOver) return
            if (isBehind) await work.current.catchUp()
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
        void edit({ signal: waiting.signal }, true).then(queue)
      }
      void edit({ ifAvailable: true }, false).then(queue)

      let timer: ReturnType<typeof setTimeout> | undefined
      let isTaking = false
      const steal = (isBehind: boolean) => {
        if (!isTaking) return
        isTaking = false
        clearTimeout(timer)
        void edit({ steal: true }, isBehind).then(queue)
      }
      take = () => {
        isTaking = true
        messages.postMessage({ kind: 'take' } satisfies Message)
        timer = setTimeout(() => steal(true), HAND_OVER_MS)
      }
      messages.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data.kind === 'take' && release) void handOver()
        if (data.kind !== 'handed' || !isTaking) return
        receive(data.work)
        steal(false)
      })
      return () => {
        isOver = true
        clearTimeout(timer)
        waiting.abort()
        release?.()
        messages.close()
      }
    },
  }
}

/**
 * The tab of an open editor. Where the browser has no locks every tab edits, and the version of the draft on the server
 * tells them apart.
 *
 * @param isWanted the user may edit the map
 */
export function useEditingTab(name: string, isWanted: boolean, work: RefObject<KeptWork>): EditingTab {
  const store = useStore()
  const isHere = useAtomValue(isEditedHereAtom)
  const tab = useMemo(
    () => (hasLocks() ? createEditingTab({ store, name, work }) : null),
    [store, name, work],
  )
  useEffect(() => (isWanted ? tab?.start() : undefined), [tab, isWanted])
  return { isHere: isHere || tab === null, takeOver: () => tab?.takeOver() }
}
