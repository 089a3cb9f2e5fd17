import { useIsLowAndWide, useIsPhone } from '../../ui/use-is-mobile.ts'

export interface PaneLayout {
  readonly isPhone: boolean
  /** Both panes share a phone on its side. */
  readonly isBeside: boolean
  /** One pane fills the phone, the other is a round peek in its corner. */
  readonly hasPeek: boolean
}

/** How the two panes lie in the window. */
export function usePaneLayout(): PaneLayout {
  const isPhone = useIsPhone()
  const isBeside = useIsLowAndWide()
  return { isPhone, isBeside, hasPeek: isPhone && !isBeside }
}
