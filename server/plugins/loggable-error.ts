/** An error as a log may hold it: what failed and where, never what the caller sent. */
// A type, not an interface: the logger asks for one that any key may be added to.
export type LoggableError = {
  readonly type: string
  readonly message: string
  readonly code?: string
  /** Names of the database's own parts. */
  readonly table?: string
  readonly constraint?: string
  /** Frames only: the first line of a stack repeats the message. */
  readonly stack: string
  readonly cause?: LoggableError
}

const LONGEST_MESSAGE = 500
const MOST_FRAMES = 20
const MOST_CAUSES = 4

/** Whether it is a failed query of the database layer, whose message, query and parameters hold what was sent. */
const isFailedQuery = (error: Error) => 'query' in error && 'params' in error

/** Data exceptions of PostgreSQL (class 22) quote the value that is wrong. */
const isDataException = (code: string | undefined) => code !== undefined && /^22[0-9A-Z]{3}$/.test(code)

function messageOf(error: Error, code: string | undefined): string {
  if (isFailedQuery(error)) return 'a query failed'
  const message = isDataException(code) ? error.message.replace(/"[\s\S]*"/, '"…"') : error.message
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message
}

const textAt = (error: Error, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value.slice(0, 100) : undefined
}

function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, MOST_FRAMES).join('\n')
}

/**
 * What of an error goes into a log line. Of a failed query neither text nor parameters, nor PostgreSQL's `detail`,
 * which names values of the row: an address, or the hash of a password, is not to be read in a log.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error))
    return { type: typeof error, message: String(error).slice(0, LONGEST_MESSAGE), stack: '' }
  const code = textAt(error, 'code')
  const [table, constraint] = [textAt(error, 'table'), textAt(error, 'constraint')]
  return {
    type: error.name,
    message: messageOf(error, code),
    ...(code !== undefined && { code }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < MOST_CAUSES && { cause: loggableError(error.cause, depth + 1) }),
  }
}
