import { useSyncExternalStore } from 'react'

/*
 * Where a layout begins is said in em, here and in every style: in a media query that is the size of the letters that
 * the browser is set to, 16 px unless its user chose another. Letters of twice the size need twice the room, so a
 * window 1280 px wide then takes the phone's layout, which is made for little room.
 */

/** Window width, in em of the browser's letters (768 px at 16), from which the desktop layout applies. */
export const DESKTOP_FROM_EM = 48

/** Window height, in em (500 px at 16), under which bars above and below leave no room for a desktop's panes. */
export const SHORT_UNDER_EM = 31.25

/** Window width, in em (656 px at 16), from which a window so low has room for two panes beside one another. */
export const BESIDE_FROM_EM = 41

/** By how much a largest size stays under the size where another layout begins, in em. */
export const JUST_UNDER_EM = 0.02 / 16

/** A media query as an external store of React. */
function mediaStore(text: string) {
  const query = () => window.matchMedia(text)
  return {
    matches: () => query().matches,
    subscribe: (listener: () => void) => {
      const media = query()
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  }
}

const desktop = mediaStore(`(min-width: ${DESKTOP_FROM_EM}em)`)
const lowAndWide = mediaStore(
  `(min-width: ${BESIDE_FROM_EM}em) and (max-height: ${SHORT_UNDER_EM - JUST_UNDER_EM}em)`,
)
const short = mediaStore(`(max-height: ${SHORT_UNDER_EM - JUST_UNDER_EM}em)`)

/** Whether the mobile layout applies now. */
export const isMobile = (): boolean => !desktop.matches()

/** Whether the mobile layout applies. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(desktop.subscribe, isMobile)
}

/** Whether the window is as low as a phone on its side. */
export function useIsShort(): boolean {
  return useSyncExternalStore(short.subscribe, short.matches)
}

/** Whether there is no room for a desktop's bars: in a narrow window, and in one as low as a phone on its side. */
export function useIsPhone(): boolean {
  const [isNarrow, isLow] = [useIsMobile(), useIsShort()]
  return isNarrow || isLow
}

/** Whether the window is low and wide, as a phone on its side: two panes lie beside one another. */
export function useIsLowAndWide(): boolean {
  return useSyncExternalStore(lowAndWide.subscribe, lowAndWide.matches)
}
