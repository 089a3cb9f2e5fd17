import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { requireChromium } from '../../../scripts/chromium.mjs'

/** A Chromium with WebGL2 in software, which keeps to itself. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: requireChromium(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  })
}
