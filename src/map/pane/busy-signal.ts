/** Joins several reasons to be busy into one signal, told when it changes. */
export interface BusySignal {
  set(reason: string, busy: boolean): void
  isBusy(): boolean
}

/** Calm is told one frame late, when what came last has been drawn; `onChange` is first called with the first change. */
export function createBusySignal(onChange: (busy: boolean) => void): BusySignal {
  const reasons = new Set<string>()
  let told: boolean | null = null
  let frame = 0
  const tell = (busy: boolean) => {
    if (busy === told) return
    told = busy
    onChange(busy)
  }
  return {
    set(reason, busy) {
      if (busy) reasons.add(reason)
      else reasons.delete(reason)
      cancelAnimationFrame(frame)
      if (reasons.size > 0) return tell(true)
      frame = requestAnimationFrame(() => requestAnimationFrame(() => tell(reasons.size > 0)))
    },
    isBusy: () => told ?? true,
  }
}
