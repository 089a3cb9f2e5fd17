/**
 * `node demo/pictures.mjs`: makes every picture of the landing page and of the guide anew (public/landing). The pair that
 * is compared at the top is drawn; the others are taken from an instance that is started for it, with data of its own.
 */
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { runnerImport } from 'vite'
import { requireChromium } from '../scripts/chromium.mjs'
import { prepare } from '../scripts/prepare.mjs'

const FOLDER = 'public/landing'
/** Of the sheet, in its px: the piece that both pictures of the pair show. */
const WINDOW = { left: 560, top: 800, width: 1920, height: 1200 }
const SHEET = { width: 3000, height: 2400 }
const PAIR = { width: 1280, height: 800 }
const PAIR_LIMIT_BYTES = 120_000
/** Of the product, in CSS px, and how many px of the picture each takes. */
const SCREEN = { width: 1120, height: 700 }
const SCREEN_SCALE = 960 / SCREEN.width
const NARROW_WIDTH = 640
const QUALITY = { wide: 82, narrow: 76 }

const USER = { username: 'Demo', email: 'demo@palimpsest.example', password: 'Wilna1820' }
const TITLE = 'Lithuania, Samogitia et Curonia, 1820'
const OTHER_TITLE = 'Samogitia et Curonia, 1820'
/** Towns that are the points of the picture of the editor: few enough to be told apart. */
const TOWNS = [
  'Königsberg',
  'Memel',
  'Windau',
  'Riga',
  'Rositten',
  'Dünaburg',
  'Wilna',
  'Kowno',
  'Schaulen',
  'Ponewesch',
  'Druskeniki',
  'Molodetschno',
]

const load = async (path) => (await runnerImport(path)).module

async function drawPair(browser, sheet) {
  const { drawModern } = await load('/demo/draw-modern.ts')
  const drawn = drawModern(sheet.towns, sheet.townBoxes, { ...WINDOW, x: WINDOW.left, y: WINDOW.top })
  const font = (part) =>
    readFileSync(`node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`).toString(
      'base64',
    )
  const face = (part, range) =>
    `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font(part)});unicode-range:${range}}`
  // Chromium sets today's letters.
  const page = await browser.newPage({ viewport: SHEET })
  await page.setContent(
    `<style>${face('latin', 'U+0-FF,U+2000-206F')}${face('latin-ext', 'U+100-2AF')}body{margin:0}</style>${drawn}`,
  )
  await page.evaluate(() => document.fonts.ready)
  const modern = await page.screenshot()
  await page.close()
  for (const [name, picture] of [
    ['historical', Buffer.from(sheet.svg)],
    ['modern', modern],
  ]) {
    const piece = await sharp(picture, { unlimited: true }).extract(WINDOW).resize(PAIR).png().toBuffer()
    let quality = QUALITY.wide
    while ((await webpOf(piece, quality)).length > PAIR_LIMIT_BYTES) quality -= 4
    await save(name, piece, quality)
  }
}

const webpOf = (png, quality) => sharp(png).webp({ quality, effort: 6 }).toBuffer()

/** Writes a picture, and a smaller one for narrow screens. */
async function save(name, png, quality = QUALITY.wide) {
  const wide = await webpOf(png, quality)
  const narrow = await webpOf(
    await sharp(wide).resize({ width: NARROW_WIDTH }).png().toBuffer(),
    QUALITY.narrow,
  )
  writeFileSync(`${FOLDER}/${name}.webp`, wide)
  writeFileSync(`${FOLDER}/${name}-${NARROW_WIDTH}.webp`, narrow)
  console.log(`${name}: ${wide.length} bytes at quality ${quality}, narrow ${narrow.length}`)
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** An instance with data of its own and the embedded base map alone, for as long as `work` takes. */
async function withOwnInstance(work) {
  const { withInstance } = await load('/demo/demo-instance.ts')
  const data = mkdtempSync(join(tmpdir(), 'palimpsest-pictures-'))
  Object.assign(process.env, { DATA_DIR: data, PORT: String(await freePort()), BASEMAPS: 'null' })
  try {
    await withInstance(undefined, work)
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Adds the drawn map twice, once georeferenced; returns its id and the user's token. */
async function addMaps(url, sheet) {
  const { addDemoMap } = await load('/demo/demo-api.ts')
  const { townPoints } = await load('/demo/sheet-points.ts')
  const { drawSvg } = await load('/demo/draw-svg.ts')
  const scan = await drawSvg(sheet.svg, { format: 'jpeg', quality: 90 })
  const towns = townPoints(sheet.towns)
  const points = TOWNS.map((name) => {
    const town = towns.find((one) => one.name === name)
    if (!town) throw new Error(`the sheet has no town ${name}`)
    return town
  })
  await addDemoMap(url, USER, { title: OTHER_TITLE, points: undefined, scan })
  return addDemoMap(url, USER, { title: TITLE, points, scan })
}

/** Waits until all that a page shows is there, and nothing of it moves. */
async function settle(page) {
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-busy="true"], [aria-busy="true"]') &&
      [...document.images].every((image) => image.complete) &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    undefined,
    { polling: 500, timeout: 120_000 },
  )
}

async function takeScreens(browser, url, sheet) {
  const { id, token } = await addMaps(url, sheet)
  for (const language of ['en', 'lt'])
    for (const theme of ['light', 'dark']) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: SCREEN,
        deviceScaleFactor: SCREEN_SCALE,
        locale: language,
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      await context.addInitScript(
        ([lang, session]) => {
          localStorage.setItem('language', lang)
          localStorage.setItem('token', session)
          localStorage.setItem('mapEditorTutorialCompleted', 'true')
        },
        [language, token],
      )
      const page = await context.newPage()
      const take = async (name) => {
        await settle(page)
        await save(`${name}-${language}-${theme}`, await page.screenshot())
      }
      await page.goto('/main')
      await page.locator(`img[src*="${id}"]`).first().waitFor()
      await take('upload')
      await page.goto(`/map-editor?mapId=${id}`)
      await page.locator('[data-pane="map"]').waitFor()
      await page.locator('[data-busy="false"]').nth(1).waitFor({ timeout: 120_000 })
      await take('points')
      await page.goto(`/m/${id}`)
      await page.locator('[data-busy="false"]').waitFor({ timeout: 120_000 })
      await take('result')
      await context.close()
    }
}

await prepare()
mkdirSync(FOLDER, { recursive: true })
const sheet = (await load('/demo/draw-sheet.ts')).drawSheet()
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
try {
  await drawPair(browser, sheet)
  await withOwnInstance((url) => takeScreens(browser, url, sheet))
} finally {
  await browser.close()
}
