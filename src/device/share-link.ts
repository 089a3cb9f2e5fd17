import { nativeWays, type SharedLink } from './device.ts'

/** Hands a link on. Rejects where the device does not let it. */
export const shareLink = (link: string): Promise<SharedLink> => (nativeWays().shareLink ?? copyLink)(link)

async function copyLink(link: string): Promise<SharedLink> {
  await navigator.clipboard.writeText(link)
  return 'copied'
}
