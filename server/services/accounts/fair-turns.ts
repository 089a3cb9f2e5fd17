/** Who waits, and for what kind of work. */
export interface Waiter {
  /** Lines take turns: a full one does not hold up another. */
  readonly line: string
  /** Of those who wait in a full line, whoever waits most often gives way. */
  readonly caller: string
}

interface Waiting {
  readonly caller: string
  readonly start: () => void
  readonly turnAway: () => void
}

/** The newest entry of the caller who waits most often, where that is more often than the newcomer would. */
function waitingTooOften(waiting: readonly Waiting[], newcomer: string): Waiting | undefined {
  const counts = new Map<string, number>()
  for (const { caller } of waiting) counts.set(caller, (counts.get(caller) ?? 0) + 1)
  const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
  return count > (counts.get(newcomer) ?? 0) + 1
    ? waiting.findLast(({ caller }) => caller === most)
    : undefined
}

/**
 * Does one piece of work at a time, from one line after another, each in the order of its coming.
 *
 * @param longestLine who comes to a line of this length is turned away, or somebody who waits there more often
 * @param turnedAway makes the error of who is turned away
 */
export function fairTurns(longestLine: number, turnedAway: () => Error) {
  /** In the order in which they are next. */
  const lines = new Map<string, Waiting[]>()
  let isBusy = false

  const next = () => {
    for (const [name, line] of lines) {
      const first = line.shift()
      lines.delete(name)
      if (first === undefined) continue
      // Behind all others for its next turn.
      if (line.length > 0) lines.set(name, line)
      return first.start()
    }
    isBusy = false
  }

  const turn = ({ line: name, caller }: Waiter): Promise<void> => {
    if (!isBusy) {
      isBusy = true
      return Promise.resolve()
    }
    const line = lines.get(name) ?? []
    if (line.length >= longestLine) {
      const most = waitingTooOften(line, caller)
      if (most === undefined) return Promise.reject(turnedAway())
      line.splice(line.indexOf(most), 1)
      most.turnAway()
    }
    return new Promise((resolve, reject) => {
      line.push({ caller, start: resolve, turnAway: () => reject(turnedAway()) })
      lines.set(name, line)
    })
  }

  return async <Result>(waiter: Waiter, work: () => Promise<Result>): Promise<Result> => {
    await turn(waiter)
    try {
      return await work()
    } finally {
      next()
    }
  }
}
