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
  /** Of the present entry: each has another, also after it was replaced. */
  readonly key: () => string | undefined
  /** Keys of the layers that the present entry stands for. */
  readonly shown: () => readonly string[]
  readonly push: (keys: readonly string[]) => void
  readonly replace: (keys: readonly string[]) => void
  readonly go: (steps: number) => void
  /** Path, search and hash of the present entry. */
  readonly address: () => string
  /** Gives the present entry another address of the same path. */
  readonly setAddress: (address: string) => void
  readonly subscribe: (listener: (move: HistoryMove) => void) => void
}

/** A new entry, a change of the present one, or a way through those that there are; `back`: by exactly one. */
export type HistoryMove = 'push' | 'replace' | 'back' | 'travel'

const pathOf = (address: string) => address.split(/[?#]/)[0]

/**
 * Keeps one entry of the history for each open layer: Back closes the uppermost, and closing one by hand takes its entry
 * back. Entries whose layer is gone (left for another page, or loaded anew) are passed over.
 *
 * The page beneath may change its address while a layer is open, as a map does that is moved beside a sheet. What it
 * changed stays when the layer closes, and a choice made meanwhile has the layer's entry after its own: Back closes the
 * layer, and the next step back takes the choice back.
 */
export class LayerSteps {
  private open: readonly Layer[] = []
  private isMoving = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly history: LayerHistory
  /** The entry before the next move. */
  private last: ReturnType<LayerSteps['entry']>

  constructor(history: LayerHistory) {
    this.history = history
    this.last = this.entry()
    history.subscribe((move) => this.moved(move))
    this.settleSoon()
  }

  private entry() {
    const { key, address, shown } = this.history
    return { key: key(), address: address(), shown: shown() }
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

  private moved(move: HistoryMove): void {
    const { last } = this
    this.last = this.entry()
    // A step that was refused, as by a form that asks first, is told of as if it had been taken.
    if (move !== 'replace' && last.key !== undefined && last.key === this.last.key) return
    const isSamePage = pathOf(last.address) === pathOf(this.last.address)
    if (move === 'push' || move === 'replace') {
      // Entries of the page itself know nothing of layers; those of another page have none of its own.
      if (!isSamePage || this.last.shown.length > 0) return
      if (move === 'replace' && last.shown.length > 0) this.history.replace(last.shown)
      return this.settleSoon()
    }
    const isOwn = this.isMoving
    this.isMoving = false
    const { shown } = this.last
    const gone = isOwn ? [] : this.open.filter(({ key, hasStep }) => hasStep && !shown.includes(key))
    const closesOnly = isOwn || (move === 'back' && gone.length > 0)
    if (closesOnly && isSamePage && last.address !== this.last.address) this.history.setAddress(last.address)
    for (const layer of gone.toReversed()) layer.close()
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
