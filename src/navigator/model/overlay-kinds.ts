/** How the old map is laid over the new one: as it was published, or warped here from its control points. */
export const OVERLAY_KINDS = ['file', 'TPS', 'Affine'] as const
export type OverlayKind = (typeof OVERLAY_KINDS)[number]
