/** An address as it was typed: the origin of a server, or why it is none. */
export type TypedAddress =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly fault: 'empty' | 'malformed' | 'needsHttps' }

/** Hosts of this device and of the network around it, where an instance under development has no certificate. */
const NEAR_NAME = /^localhost$|\.(?:localhost|local)$|^\[::1\]$|^\[f[cd]/
const NEAR_NUMBER = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./
/** A name may begin with such numbers too. */
const NUMBERS = /^\d+(?:\.\d+){3}$/

const isNear = (host: string) => NEAR_NAME.test(host) || (NUMBERS.test(host) && NEAR_NUMBER.test(host))

/** Reads an address as people give it: a host, or a link to any page of the server. Without a scheme it is https. */
export function readAddress(typed: string): TypedAddress {
  const text = typed.trim()
  if (text === '') return { ok: false, fault: 'empty' }
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !isHost(url.hostname))
    return { ok: false, fault: 'malformed' }
  if (url.protocol === 'http:' && !isNear(url.hostname)) return { ok: false, fault: 'needsHttps' }
  return { ok: true, origin: url.origin }
}

/** A name with a dot, a number, or this device: a single word is a slip of the hand. */
const isHost = (hostname: string) => /[.:]/.test(hostname) || hostname === 'localhost'

function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
