import type { ViewerState } from './viewer-state.ts'

/**
 * Gives the next state of the page from the one that its address has. `isChoice`: Back takes it back.
 */
export type ChangeViewer = (next: (state: ViewerState) => ViewerState, isChoice: boolean) => void
