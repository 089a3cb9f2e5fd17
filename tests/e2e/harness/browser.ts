import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { requireChromium } from '../../../scripts/chromium.mjs'
import { CHROMIUM_FLAGS } from '../../support/browser.ts'

/** A Chromium with WebGL2 in software, which keeps to itself. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS })
}
