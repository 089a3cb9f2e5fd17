import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId } from 'react'
import { type HistoryMove, LayerSteps } from './layer-steps.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The layers that this entry of the history stands for. */
    layers?: readonly string[]
  }
}

let steps: LayerSteps | null = null

const MOVES: Readonly<Record<string, HistoryMove>> = { PUSH: 'push', REPLACE: 'replace', BACK: 'back' }

/** Joins layers to the history of a router; called once, before the first page. */
export function startLayers(router: AnyRouter): void {
  const { history } = router
  // The first to hear of a key: a dialog that it closes may be gone before the next hears of it.
  window.addEventListener('keydown', (event) => steps?.takesKeys() && layerKeys.add(event), { capture: true })
  const show = (layers: readonly string[], replace: boolean) =>
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (last: object) => ({ ...last, layers }),
      replace,
      resetScroll: false,
      ignoreBlocker: true,
    })
  steps = new LayerSteps({
    key: () => history.location.state.__TSR_key,
    shown: () => (history.location.state as { layers?: readonly string[] }).layers ?? [],
    push: (layers) => show(layers, false),
    replace: (layers) => show(layers, true),
    go: (count) => history.go(count, { ignoreBlocker: true }),
    address: () => history.location.href,
    // At once, before the page sees the address of the entry that was gone back to.
    setAddress: (address) => history.replace(address, history.location.state, { ignoreBlocker: true }),
    subscribe: (listener) =>
      void history.subscribe(({ action }: { readonly action: { readonly type: string } }) =>
        listener(MOVES[action.type] ?? 'travel'),
      ),
  })
}

/** Keys that were pressed while a layer lay over the page. */
const layerKeys = new WeakSet<KeyboardEvent>()

/** Whether a layer lay over the page when a key was pressed: Escape is then that layer's. */
export const isLayerKey = (event: KeyboardEvent): boolean => layerKeys.has(event)

interface LayerOptions {
  /** False where the address itself says that it is open, or where Back must not close it. */
  readonly hasStep?: boolean
  /** It lies beside what goes on being used, as a sheet does: keys stay the page's. */
  readonly leavesKeys?: boolean
}

/**
 * Makes what opens over the page a layer: Back closes it.
 *
 * @returns whether it is the uppermost, asked when a key arrives
 */
export function useLayer(
  isOpen: boolean,
  onClose: () => void,
  { hasStep = true, leavesKeys = false }: LayerOptions = {},
): () => boolean {
  const key = useId()
  const close = useEffectEvent(onClose)
  useEffect(
    () => (isOpen ? steps?.add({ key, hasStep, leavesKeys, close: () => close() }) : undefined),
    [isOpen, hasStep, leavesKeys, key],
  )
  return () => steps?.isTop(key) ?? true
}
