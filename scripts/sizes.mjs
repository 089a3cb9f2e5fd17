/** Whether what a visitor downloads has grown: sizes are compared with recorded ones, goals and limits. Sizes are kB. */

/** What a size may exceed its record by: other releases of the same packer differ by as much. */
const TOLERATED_SHARE = 0.01
const TOLERATED_KB = 2
/** What a size may exceed its limit by. */
const TOLERATED_OF_LIMIT = 0.01

const kB = (size) => `${size.toFixed(1)} kB`

/**
 * Compares one measured size with what is written of it.
 *
 * @param name - what was measured
 * @param size - kB
 * @param entry - `recorded`, `goal` and `limit`, kB; undefined where nothing was recorded
 * @returns `isOver` where the check fails; `text` of one line; `warning`, where the goal is missed within what is tolerated
 */
export function judgeSize(name, size, entry) {
  if (!entry)
    return { isOver: true, text: `${name}: ${kB(size)}, not recorded: run \`npm run sizes -- --write\`` }
  const { recorded, goal, limit } = entry
  const most = recorded + Math.max(recorded * TOLERATED_SHARE, TOLERATED_KB)
  const faults = [
    ...(size > most
      ? [
          `${kB(size - recorded)} more than recorded; if that is wanted, record it by \`npm run sizes -- --write\``,
        ]
      : []),
    ...(size > limit * (1 + TOLERATED_OF_LIMIT) ? [`over the limit of ${limit} kB`] : []),
  ]
  if (faults.length > 0) return { isOver: true, text: `${name}: ${kB(size)}, ${faults.join(', ')}` }
  if (size <= goal) return { isOver: false, text: `${name}: ${kB(size)}, within ${goal}` }
  const text = `${name}: ${kB(size)}, over its goal of ${goal} kB`
  return { isOver: false, text, warning: text }
}

/**
 * Compares all measured sizes with the table of what is recorded.
 *
 * @param sizes - kB, by name
 * @param table - entries as for {@link judgeSize}, by the same names
 */
export function judgeSizes(sizes, table) {
  const missing = Object.keys(table).filter((name) => !(name in sizes))
  return [
    ...Object.entries(sizes).map(([name, size]) => judgeSize(name, size, table[name])),
    ...missing.map((name) => ({ isOver: true, text: `${name}: recorded, but there is no such size` })),
  ]
}

/** The table with the measured sizes as recorded ones; a size that is new has neither goal nor limit but itself. */
export function recordSizes(sizes, table) {
  const entry = (name, size) => {
    const recorded = Math.round(size * 10) / 10
    return { goal: Math.ceil(size), limit: Math.ceil(size), ...table[name], recorded }
  }
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => {
      const { recorded, goal, limit } = entry(name, size)
      return [name, { recorded, goal, limit }]
    }),
  )
}
