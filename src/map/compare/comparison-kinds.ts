import type { OverlayComparison } from '../pane-props.ts'

/** The ways to hold an overlay against what lies beneath it, in the order in which they are offered. */
export const COMPARISONS = ['swipe', 'spyglass', 'blink'] as const satisfies OverlayComparison['kind'][]
export type Comparison = (typeof COMPARISONS)[number]
