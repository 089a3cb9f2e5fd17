import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { NOTIFICATION_STREAM_PATH } from '../../contract/api/notifications.ts'

/** Follows what a page asks for from now on. @returns waits until all is answered but the live stream, which stays open */
export function followRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().includes(`${NOTIFICATION_STREAM_PATH}?`)) underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return async () => {
    await expect.poll(() => [...underWay].map((request) => request.url())).toEqual([])
  }
}
