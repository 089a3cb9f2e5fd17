import { nativeWays } from './device.ts'

/** A click only starts a download: revoking its address at once cancels it in Safari. */
const REVOKE_AFTER_MS = 60_000

/** Gives a file away: saved, or handed to another program. Rejects where the device does not let it. */
export const giveFile = (name: string, content: Blob): Promise<void> =>
  (nativeWays().giveFile ?? download)(name, content)

async function download(name: string, content: Blob): Promise<void> {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
