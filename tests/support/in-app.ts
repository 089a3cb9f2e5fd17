import type { Page } from 'playwright-core'

/**
 * Leads a loaded page of the product to another address as one of its links does: loading it anew takes five times as
 * long. It goes there by the page of errors, so that nothing of what was open stays where the path is the same.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/error') await step(page, '/error')
  await step(page, path)
}

/** Takes a step, and waits until the heading of the page before is gone. */
async function step(page: Page, path: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  const heading = await page.evaluateHandle((address) => {
    const left = document.querySelector('h1')
    // The router hears of it.
    history.pushState(null, '', address)
    return left
  }, path)
  await page.waitForFunction((left) => !left?.isConnected, heading)
}
