/**
 * How public/landing/historical.webp and modern.webp were made: `node demo/landing-pictures.mjs`. The same piece
 * of the same projection twice, once as the drawn map has it, once as a map of today; Chromium sets today's letters.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { runnerImport } from 'vite'
import { findChromium } from '../scripts/chromium.mjs'

const WINDOW = { left: 560, top: 800, width: 1920, height: 1200 }
const SIZE = { width: 1280, height: 800 }
const LIMIT_BYTES = 120_000
const OUT = 'public/landing'

const { module: drawing } = await runnerImport('/demo/draw-sheet.ts')
const { module: today } = await runnerImport('/demo/draw-modern.ts')
const sheet = drawing.drawSheet()
const { width, height } = { width: 3000, height: 2400 }

const drawn = today.drawModern(sheet.towns, sheet.townBoxes, { ...WINDOW, x: WINDOW.left, y: WINDOW.top })

const font = (part) =>
  readFileSync(`node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`).toString(
    'base64',
  )
const face = (part, range) =>
  `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font(part)});unicode-range:${range}}`
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width, height } })
await page.setContent(
  `<style>${face('latin', 'U+0-FF,U+2000-206F')}${face('latin-ext', 'U+100-2AF')}body{margin:0}</style>${drawn}`,
)
await page.evaluate(() => document.fonts.ready)
const modern = await page.screenshot()
await browser.close()

mkdirSync(OUT, { recursive: true })
for (const [name, picture] of [
  ['historical', Buffer.from(sheet.svg)],
  ['modern', modern],
]) {
  const piece = await sharp(picture, { unlimited: true }).extract(WINDOW).resize(SIZE).png().toBuffer()
  for (let quality = 82; ; quality -= 4) {
    const webp = await sharp(piece).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length > LIMIT_BYTES) continue
    writeFileSync(`${OUT}/${String(name)}.webp`, webp)
    console.log(`${String(name)}: ${webp.length} bytes at quality ${quality}`)
    break
  }
}
process.exit(0)
