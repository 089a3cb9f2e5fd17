/** The eight EXIF orientations (Exif 2.32, 4.6.4 A): how a stored image is turned to stand upright. */

/** Whether width and height change places. */
export function swapsSides(orientation: number): boolean {
  return orientation >= 5 && orientation <= 8
}

/** Size of the upright image. */
export function uprightSize({
  storedWidth,
  storedHeight,
  orientation,
}: {
  readonly storedWidth: number
  readonly storedHeight: number
  readonly orientation: number
}): { readonly width: number; readonly height: number } {
  return swapsSides(orientation)
    ? { width: storedHeight, height: storedWidth }
    : { width: storedWidth, height: storedHeight }
}

/** A point of the stored image (pixels, outer top-left origin) in the upright image. */
export function toUpright(
  [x, y]: readonly [x: number, y: number],
  orientation: number,
  storedWidth: number,
  storedHeight: number,
): [x: number, y: number] {
  const right = storedWidth - x
  const below = storedHeight - y
  switch (orientation) {
    case 2:
      return [right, y]
    case 3:
      return [right, below]
    case 4:
      return [x, below]
    case 5:
      return [y, x]
    case 6:
      return [below, x]
    case 7:
      return [below, right]
    case 8:
      return [y, right]
    default:
      return [x, y]
  }
}

/** The same turn as sharp's operations, in sharp's order: mirror left–right, then rotate clockwise by `degrees`. */
export function turnOf(orientation: number): { degrees: 0 | 90 | 180 | 270; mirrored: boolean } {
  switch (orientation) {
    case 2:
      return { degrees: 0, mirrored: true }
    case 3:
      return { degrees: 180, mirrored: false }
    case 4:
      return { degrees: 180, mirrored: true }
    case 5:
      return { degrees: 270, mirrored: true }
    case 6:
      return { degrees: 90, mirrored: false }
    case 7:
      return { degrees: 90, mirrored: true }
    case 8:
      return { degrees: 270, mirrored: false }
    default:
      return { degrees: 0, mirrored: false }
  }
}
