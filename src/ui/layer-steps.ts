/** What lies over a page: a dialog, a sheet, a drawer. */
export interface Layer {
  readonly key: string
  readonly close: () => void
  /** Whether opening it is a step in the history of the browser, so that Back closes it. */
  readonly hasStep: boolean
  /** What lies under it goes on hearing keys. */
  readonly leavesKeys?: boolean
}

/** The history as layers need it. */
export interface LayerHistory {
  /** Keys of the layers that the present entry stands for. */
  readonly shown: () => readonly string[]
  readonly push: (keys: readonly string[]) => void
  readonly replace: (keys: readonly string[]) => void
  readonly go: (steps: number) => void
  /** Calls `listener` after each move; `isTravel`: Back or Forward, not a new page. */
  readonly subscribe: (listener: (isTravel: boolean) => void) => void
}

/**
 * Keeps one entry of the history for each open layer: Back closes the uppermost, and closing one by hand takes its entry
 * back. Entries whose layer is gone (left for another page, or loaded anew) are passed over.
 */
export class LayerSteps {
  private open: readonly Layer[] = []
  private isMoving = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly history: LayerHistory

  constructor(history: LayerHistory) {
    this.history = history
    history.subscribe((isTravel) => this.moved(isTravel))
    this.settleSoon()
  }

  /** Lays a layer over the others. @returns takes it away */
  readonly add = (layer: Layer): (() => void) => {
    this.open = [...this.open, layer]
    this.settleSoon()
    return () => {
      this.open = this.open.filter((other) => other !== layer)
      this.settleSoon()
    }
  }

  /** Whether a key is for a layer, not for the page. */
  readonly takesKeys = (): boolean => this.open.some(({ leavesKeys }) => !leavesKeys)

  readonly isTop = (key: string): boolean => this.open.at(-1)?.key === key

  private moved(isTravel: boolean): void {
    if (!isTravel) return
    if (!this.isMoving) {
      const shown = this.history.shown()
      const gone = this.open.filter(({ key, hasStep }) => hasStep && !shown.includes(key))
      for (const layer of gone.toReversed()) layer.close()
    }
    this.isMoving = false
    this.settleSoon()
  }

  /** Only once all that closes and opens in one go has done so: one that follows another takes its entry over. */
  private settleSoon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.settle(), 0)
  }

  private settle(): void {
    if (this.isMoving) return
    const shown = this.history.shown()
    const wanted = this.open.filter(({ hasStep }) => hasStep).map(({ key }) => key)
    if (shown.length > wanted.length) {
      this.isMoving = true
      return this.history.go(wanted.length - shown.length)
    }
    if (shown.some((key, at) => key !== wanted[at])) this.history.replace(wanted.slice(0, shown.length))
    for (let count = shown.length + 1; count <= wanted.length; count += 1)
      this.history.push(wanted.slice(0, count))
  }
}
