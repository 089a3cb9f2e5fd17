/** Radius of the circle around the position that shows the scale, CSS px. */
export const SCALE_RADIUS_PX = 60
