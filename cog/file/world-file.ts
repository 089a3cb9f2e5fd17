interface Grid {
  /** North-west corner of the picture, in the units of its system. */
  readonly originX: number
  readonly originY: number
  readonly pixelSize: number
}

/** The text of a world file: it names the middle of the north-west pixel. */
export function worldFileText({ originX, originY, pixelSize }: Grid): string {
  return `${[pixelSize, 0, 0, -pixelSize, originX + pixelSize / 2, originY - pixelSize / 2].join('\n')}\n`
}
