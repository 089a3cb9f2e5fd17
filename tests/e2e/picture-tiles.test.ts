import sharp from 'sharp'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'

/** Between two levels of tiles of 256 px, so that tiles of 200 px are of the finer one. */
const ZOOM = 10.3

const SOURCES = {
  plain: { tiles: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'The archive' },
  dense: { tiles: 'https://tiles.example/{z}/{x}/{y}{ratio}.png', tileSize: 200, attribution: 'The archive' },
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function withStreets(streets: object, check: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer({ env: { BASEMAPS: JSON.stringify({ streets }) } })
  try {
    await check(server)
  } finally {
    await server.stop()
  }
}

/** The tiles that a screen asks for: level, and what follows the numbers in the address. */
async function askedTiles(server: TestServer, scale: number): Promise<string[]> {
  const { token } = await newUser(server.url)
  const { page, close } = await openPage(browser, server.url, { scale })
  const asked = new Set<string>()
  const colour = { r: 40, g: 120, b: 60 }
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: colour } })
    .png()
    .toBuffer()
  await page.route(/^https:\/\/tiles\.example\//, (route) => {
    const [, z, end] = /(\d+)\/\d+\/\d+(.*)$/.exec(route.request().url()) ?? []
    asked.add(`${z} ${end}`)
    return route.fulfill({
      contentType: 'image/png',
      body: picture,
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  await page.addInitScript((given) => localStorage.setItem('token', given), token)
  await page.goto(`/public-maps?at=${ZOOM}_54.68_25.28`)
  await page.getByText('The archive').first().waitFor({ state: 'attached' })
  await expect.poll(() => asked.size).toBeGreaterThan(0)
  await settled(page)
  await close()
  return [...asked]
}

describe('tiles of an online base map', () => {
  it('are of 256 px unless the source says otherwise', () =>
    withStreets(SOURCES.plain, async (server) => {
      expect(await askedTiles(server, 1)).toEqual([`${Math.round(ZOOM + Math.log2(512 / 256))} .png`])
    }))

  it('are of 200 px with double pixels where the source has them', () =>
    withStreets(SOURCES.dense, async (server) => {
      const level = Math.round(ZOOM + Math.log2(512 / 200))
      expect(await askedTiles(server, 2)).toEqual([`${level} @2x.png`])
      expect(await askedTiles(server, 1)).toEqual([`${level} .png`])
    }))
})
