import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { serveHarness } from './harness/build-harness.ts'
import type { ServedHarness } from './harness/build-harness.ts'
import { writePositionScan } from './harness/position-scan.ts'
import { gridOfPoints } from './harness/smooth-warp.ts'

const [WIDTH, HEIGHT] = [1200, 900]

let harness: ServedHarness
let browser: Browser
let page: Page

beforeAll(async () => {
  harness = await serveHarness()
  await writePositionScan(join(harness.filesFolder, 'scan.tif'), WIDTH, HEIGHT, 256)
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 900, height: 600 } })
  await page.goto(harness.url)
})

afterAll(async () => {
  await browser?.close()
  await harness?.close()
})

/** What a canvas has for its pane's new size before the browser paints that: its pixels, and the colour in its middle. */
async function atResize(selector: string, size: { readonly width: string; readonly height: string }) {
  return page.evaluate(
    async ({ selector, width, height }) => {
      const canvas = document.querySelector<HTMLCanvasElement>(selector)
      const gl = canvas?.getContext('webgl2')
      const root = document.querySelector<HTMLElement>('#root')
      if (!canvas || !gl || !root) throw new Error(`no canvas ${selector}`)
      const middle = () => {
        const pixel = new Uint8Array(4)
        gl.bindFramebuffer(gl.FRAMEBUFFER, null)
        gl.readPixels(canvas.width >> 1, canvas.height >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
        return [...pixel]
      }
      const before = middle()
      const css = () => [canvas.clientWidth, canvas.clientHeight]
      const old = css()
      // Observers of one kind are called in the order in which they were made, and before the frame is painted: this one
      // after deck.gl's.
      return new Promise<{ before: number[]; after: number[]; css: number[]; drawn: number[] }>((resolve) => {
        const observer = new ResizeObserver(() => {
          if (css().join() === old.join()) return
          observer.disconnect()
          resolve({ before, after: middle(), css: css(), drawn: [canvas.width, canvas.height] })
        })
        observer.observe(canvas, { box: 'device-pixel-content-box' })
        requestAnimationFrame(() => Object.assign(root.style, { width, height }))
      })
    },
    { selector, ...size },
  )
}

it('a scan pane is drawn anew before its new size is painted, and is never empty', async () => {
  await page.evaluate((setup) => window.harness.show(setup), {
    scanUrl: '/files/scan.tif',
    gcps: gridOfPoints(4, 3, WIDTH, HEIGHT),
    type: 'TPS' as const,
    panes: ['scan' as const],
  })
  await page.evaluate(() => window.harness.calm(90_000))
  for (const size of [
    { width: '100%', height: '60%' },
    { width: '70%', height: '60%' },
    { width: '100%', height: '100%' },
  ]) {
    const { before, after, css, drawn } = await atResize('[aria-label="Scan"] canvas', size)
    expect(drawn).toEqual(css)
    // The middle stays where it is, and shows what it showed.
    for (const channel of [0, 1, 2, 3])
      expect(Math.abs(after[channel]! - before[channel]!), `${before} ${after}`).toBeLessThan(12)
    await page.evaluate(() => window.harness.calm(90_000))
  }
})
