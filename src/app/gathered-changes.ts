/** Changes that come close to one another are told together, this long after the first, in milliseconds. */
export const GATHER_MS = 500
/** All windows hear of a change at once: each asks for it a little later than another, by at most this. */
export const SPREAD_MS = 1_000
/** Between two tellings at least so much time passes, however many changes come. */
export const REST_MS = 5_000

export interface GatheredChanges {
  add(id: string): void
  /** Tells nothing any more. */
  stop(): void
}

/** Tells of changes of many things, of each once, not more often than the server can bear from everyone. */
export function gatherChanges(onChanged: (ids: readonly string[]) => void): GatheredChanges {
  const ids = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let toldAt = -Infinity
  const tell = () => {
    timer = undefined
    toldAt = Date.now()
    const changed = [...ids]
    ids.clear()
    onChanged(changed)
  }
  return {
    add(id) {
      ids.add(id)
      const soon = GATHER_MS + Math.random() * SPREAD_MS
      timer ??= setTimeout(tell, Math.max(soon, toldAt + REST_MS - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
