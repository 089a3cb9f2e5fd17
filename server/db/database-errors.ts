/** Walks an error and its causes; drizzle wraps what the driver threw. */
function* chain(error: unknown): Generator<Error & { code?: unknown; constraint?: unknown }> {
  for (let current = error; current instanceof Error; current = current.cause) yield current
}

/** A line of text up to the query that failed, whose parameters hold what users sent. */
export function withoutQueries(line: string): string {
  return line.replace(/Failed query: [\s\S]*$/, 'a query failed')
}

/** Name of the unique constraint that an insert or update ran into, or undefined where that is not what failed. */
export function violatedConstraint(error: unknown): string | undefined {
  for (const { code, constraint } of chain(error))
    if (code === '23505' && typeof constraint === 'string') return constraint
  return undefined
}

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
/** Connection exceptions, shutdowns, start-up, too many connections. */
const SQL_STATES = /^(?:08...|57P0.|53300)$/

/** Whether the database could not be reached or is going away: worth another try in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const link of chain(error)) {
    const code = typeof link.code === 'string' ? link.code : ''
    if (SQL_STATES.test(code)) return true
    if (NETWORK.has(code) && 'syscall' in link && ['connect', 'read', 'write'].includes(String(link.syscall)))
      return true
    if (
      /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect/.test(
        link.message,
      )
    )
      return true
  }
  return false
}

/** Whether a statement was ended because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  for (const { code } of chain(error)) if (code === '57014') return true
  return false
}

/** Whether the database itself ran out of disk. */
export function isDatabaseFull(error: unknown): boolean {
  for (const { code } of chain(error)) if (code === '53100') return true
  return false
}
