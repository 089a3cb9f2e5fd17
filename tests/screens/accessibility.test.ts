import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPage, type OpenPageOptions } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Both themes, both languages, and the widths of quality.md. */
const LOOKS: readonly OpenPageOptions[] = [
  { width: 360, height: 740, theme: 'dark', language: 'lt' },
  { width: 768, height: 1024, theme: 'light', language: 'lt' },
  { width: 1280, height: 800, theme: 'light', language: 'en' },
  { width: 1280, height: 800, theme: 'dark', language: 'en' },
]

const PUBLIC_PAGES = [
  '/landing',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/reset?token=none',
  '/error',
  '/server-down',
  '/no-such-page',
]
const SIGNED_IN_PAGES = [
  '/main',
  '/main?dialog=new',
  '/main?dialog=trash',
  '/undiscovered-maps',
  '/my-assignments',
  '/assigned-maps-to-others',
  '/settings/general',
  '/settings/limits',
]

let server: TestServer
let browser: Browser
let token: string

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  const response = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Žemė', email: 'zeme@palimpsest.example', password: 'Abcdef1' }),
  })
  token = ((await response.json()) as { token: string }).token
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe.each(LOOKS)('at $width px, $theme, $language', (look) => {
  it('no screen breaks a rule of axe or is wider than the window', { timeout: 240_000 }, async () => {
    const opened = await openPage(browser, server.url, look)
    const { page } = opened
    const found: string[] = []
    const examine = async (path: string) => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page
        .locator(path.includes('dialog') ? '[role=dialog]' : 'h1')
        .first()
        .waitFor()
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, nodes } of violations) found.push(`${path}: ${id} at ${nodes[0]?.target.join(' ')}`)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) found.push(`${path}: ${excess} px wider than the window`)
    }
    for (const path of PUBLIC_PAGES) await examine(path)
    await page.evaluate((stored) => localStorage.setItem('token', stored), token)
    for (const path of SIGNED_IN_PAGES) await examine(path)
    await opened.close()
    expect(found).toEqual([])
  })
})
