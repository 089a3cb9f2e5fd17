import { API_BASE, callPath } from '../../contract/api/define-call.ts'
import { config } from '../../contract/api/system.ts'

/**
 * What answers at an address: one of our servers (`ours`), one that blocks the app (`refused`), something else, a
 * server that is in trouble (`away`), or nothing.
 */
export type ServerAnswer = 'ours' | 'refused' | 'notPalimpsest' | 'away' | 'unreachable'

/** A poor line is given time; who waits can give up before. */
const PATIENCE_MS = 15_000

/** Asks what stands at an origin. Rejects only with the reason of `signal`. */
export async function askServer(origin: string, signal: AbortSignal): Promise<ServerAnswer> {
  const url = `${origin}${API_BASE}${callPath(config)}`
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      signal: waiting,
    })
    if (response.status >= 502 && response.status <= 504) return 'away'
    return response.ok && isOurs(await response.text()) ? 'ours' : 'notPalimpsest'
  } catch {
    signal.throwIfAborted()
    if (waiting.aborted) return 'unreachable'
  }
  try {
    // Browsers hide who is not let in behind a lost line; asked so that nothing can be read, a server still answers.
    await fetch(url, { mode: 'no-cors', credentials: 'omit', signal: waiting })
    return 'refused'
  } catch {
    signal.throwIfAborted()
    return 'unreachable'
  }
}

function isOurs(text: string): boolean {
  try {
    return config.reply.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
