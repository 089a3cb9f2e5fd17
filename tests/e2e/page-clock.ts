import type { Page } from 'playwright-core'

/**
 * Stops the clock of a page whose clock was installed, a minute later: on a busy machine the nearer future may be past
 * before the page hears of it. From here on its time passes by `page.clock.runFor` alone.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 60_000)
}
