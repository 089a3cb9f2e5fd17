import { nativeWays, type SharedLink } from './device.ts'

/** Copies a link; in the native app, hands it on. Rejects where the device does not let it. */
export const shareLink = (link: string): Promise<SharedLink> => (nativeWays().shareLink ?? copyLink)(link)

async function copyLink(link: string): Promise<SharedLink> {
  await navigator.clipboard.writeText(link)
  return 'copied'
}

/** Whether the device has a share sheet that people know: phones and tablets; desktops have it too, but nobody looks there. */
export const hasShareSheet = (): boolean =>
  nativeWays().shareLink !== undefined ||
  ('share' in navigator && window.matchMedia('(pointer: coarse)').matches)

/**
 * Hands a page on by the share sheet of the device, or copies its link where there is none or it refuses. Rejects where
 * the link cannot be copied either.
 */
export async function sharePage(title: string, link: string): Promise<SharedLink> {
  if (nativeWays().shareLink !== undefined || !hasShareSheet()) return shareLink(link)
  try {
    await navigator.share({ title, url: link })
    return 'shared'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    return copyLink(link)
  }
}
