import { useSyncExternalStore } from 'react'

/** Window width, in CSS pixels, from which the desktop layout applies. */
const DESKTOP_FROM_PX = 768

const query = () => window.matchMedia(`(min-width: ${DESKTOP_FROM_PX}px)`)

function subscribe(listener: () => void): () => void {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the mobile layout applies. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => !query().matches)
}
