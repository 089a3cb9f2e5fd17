import { existsSync } from 'node:fs'
import process from 'node:process'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import type { TestClient } from './build.ts'
import { watchRequests } from './settled.ts'

/** Without windows and menus first: the same engine, and half the work of opening a page. */
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * What draws WebGL2 without a GPU: Mesa's llvmpipe where `npm test` found it to work, which takes about two thirds of the
 * time of Chromium's own SwiftShader.
 */
const SOFTWARE_GL =
  process.env['SOFTWARE_GL'] === 'mesa'
    ? ['--use-gl=angle', '--use-angle=gles-egl', '--ignore-gpu-blocklist']
    : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** Flags of every Chromium that a test starts: it reaches this machine alone and draws with WebGL2 in software. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...SOFTWARE_GL,
  // Software draws the page itself: a software GPU would take longer, and WebGL draws as before.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  // Smooth edges cost a third of what software takes to draw a frame, and no test looks at them.
  '--webgl-antialiasing-mode=none',
  // No other host is found. A route that refused them would see each request, and turn the browser's cache off.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Of this worker, for all its test files: starting one takes as long as a short test. */
let shared: Promise<Browser> | undefined

/**
 * A Chromium of the system's, with WebGL2 in software. `CHROMIUM` in the environment names another. Without flags it is
 * the worker's own, of which each caller sees and closes what it has opened itself.
 *
 * @param flags beside ours: a Chromium for the caller alone
 */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (flags.length > 0) return launch(flags)
  let browser = await (shared ??= launch())
  if (!browser.isConnected()) browser = await (shared = launch())
  return partOf(browser)
}

async function launch(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? KNOWN.find(existsSync)
  if (executablePath === undefined || !existsSync(executablePath))
    throw new Error(`there is no Chromium at ${executablePath ?? KNOWN.join(' or ')}; set CHROMIUM`)
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] })
}

/** A browser whose contexts are those that were opened through it, and which closes nothing else. */
function partOf(browser: Browser): Browser {
  const opened = new Set<BrowserContext>()
  const keep = <Opened extends BrowserContext>(context: Opened) => {
    opened.add(context)
    context.once('close', () => opened.delete(context))
    return context
  }
  const own: Partial<Browser> = {
    contexts: () => [...opened],
    newContext: async (options) => keep(await browser.newContext(options)),
    newPage: async (options) => {
      const page = await browser.newPage(options)
      keep(page.context())
      return page
    },
    close: async () => {
      await Promise.all([...opened].map((context) => context.close()))
    },
  }
  return new Proxy(browser, {
    get: (_browser, name) => {
      const value: unknown = Reflect.get(name in own ? own : browser, name)
      return typeof value === 'function' ? (value.bind(browser) as unknown) : value
    },
  })
}

export interface OpenPageOptions extends PageDrawing {
  readonly width?: number
  readonly height?: number
  readonly language?: 'en' | 'lt'
  readonly theme?: 'light' | 'dark'
  /** A device that is pressed with fingers. */
  readonly touch?: boolean
  /** The product's service worker may run: what it asks for, a test's routes do not see. Default: it may not. */
  readonly hasServiceWorker?: boolean
  /** Size that the browser's user has set for letters, CSS px. */
  readonly letterPx?: number
}

export interface TestPage {
  readonly page: Page
  /** What the page has reported as wrong since the last look: errors of scripts and of the console. */
  takeErrors(): string[]
  readonly close: () => Promise<void>
}

/** Texts of the console that say nothing about the product: what was refused on purpose. */
const EXPECTED = [
  /Failed to load resource.*net::ERR_(NAME_NOT_RESOLVED|BLOCKED_BY_CLIENT|FAILED)/,
  /GPU stall due to ReadPixels/,
]

/** How a page shows its maps: the whole pictures, unless it says otherwise. */
export interface PageDrawing {
  /** Pixels of the screen to a CSS px. Default: 1. */
  readonly scale?: number
  /** False: what the maps would draw is worked out and never drawn. */
  readonly drawsMaps?: boolean
  /** The client that the page is of, which its server serves. Default: the product's own. */
  readonly client?: TestClient
}

/** For tests that read pixels of a map. */
export const DRAWN: PageDrawing = { scale: 1, drawsMaps: true }

/**
 * For tests that read none: without a GPU, drawing is more than half the work of a page with a map, and nothing but the
 * pictures depends on it. Points, outlines and places are found by where they lie, not by what was drawn.
 */
export const UNDRAWN: PageDrawing = { scale: 0.5, drawsMaps: false }

/**
 * For tests that read none and need no map library either: panes that say what they would draw (tests/flat). Their server
 * is started with the same `client`.
 */
export const FLAT: PageDrawing = { scale: 0.5, client: 'flat' }

/** Run in a page before its own scripts: maps give every order to draw, and none is followed. */
export function leaveMapsUndrawn() {
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext])
    for (const order of [
      'drawArrays',
      'drawElements',
      'drawRangeElements',
      'drawArraysInstanced',
      'drawElementsInstanced',
    ])
      if (order in prototype) Object.defineProperty(prototype, order, { value: () => undefined })
  // The size in pixels of the machine's own screen, which knows nothing of the scale that a page was given.
  Reflect.deleteProperty(ResizeObserverEntry.prototype, 'devicePixelContentBoxSize')
}

/** A page of its own that can reach this machine alone. */
export async function openPage(
  browser: Browser,
  url: string,
  options: OpenPageOptions = {},
): Promise<TestPage> {
  const { width = 1280, height = 800, language = 'en', theme = 'light', touch = false } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language,
    hasTouch: touch,
    deviceScaleFactor: options.scale ?? 1,
    isMobile: touch,
    serviceWorkers: options.hasServiceWorker ? 'allow' : 'block',
  })
  // Half a minute, what is waited unless told otherwise, is not enough where other programs take both cores.
  context.setDefaultTimeout(60_000)
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  if (options.drawsMaps === false) await context.addInitScript(leaveMapsUndrawn)
  const page = await context.newPage()
  watchRequests(page)
  if (options.letterPx !== undefined) {
    const fontSizes = { standard: options.letterPx, fixed: options.letterPx }
    await (await context.newCDPSession(page)).send('Page.setFontSizes', { fontSizes })
  }
  let errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  // Leaving a page with unsaved points asks; the tests mean it.
  page.on('dialog', (dialog) => void dialog.accept())
  page.on('response', (response) => {
    if (response.status() >= 400)
      errors.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !EXPECTED.some((known) => known.test(text))) errors.push(text)
  })
  return {
    page,
    takeErrors: () => {
      const taken = errors
      errors = []
      return taken
    },
    close: async () => {
      // An answer that a test's own route still waits for is not asked for any more.
      const routed = [context, ...context.pages()]
      await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
    },
  }
}

/** What closed has taken its step of Back: one that is under way would break off the loading of a page. */
export const untilStepsTaken = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => !(history.state as { readonly layers?: readonly string[] } | null)?.layers?.length,
  )
