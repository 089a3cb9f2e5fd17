/** The scheme of links that only the app opens: `palimpsest://maps.example.org/main` is that page of that server. */
const SCHEME = 'palimpsest:'

/** Where a link leads that the app was opened by. */
export type LinkTarget =
  | { readonly kind: 'here'; readonly href: string }
  | { readonly kind: 'elsewhere'; readonly origin: string; readonly host: string; readonly href: string }

/**
 * @param link as the system hands it over
 * @param server origin of the chosen server
 * @returns null where it is none of ours: anyone can hand the app a link
 */
export function linkTarget(link: string, server: string): LinkTarget | null {
  let url: URL
  try {
    // Of a scheme that browsers do not know they read no host.
    url = new URL(link.startsWith(`${SCHEME}//`) ? link.replace(SCHEME, 'https:') : link)
  } catch {
    return null
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null
  // The server's own answers are no pages.
  if (/^\/(?:api|locales|assets)(?:\/|$)/.test(url.pathname)) return null
  const href = url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash
  return url.host === new URL(server).host
    ? { kind: 'here', href }
    : { kind: 'elsewhere', origin: url.origin, host: url.host, href }
}
