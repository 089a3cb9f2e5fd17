import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { builtPrograms } from './build.ts'
import { openPage, type OpenPageOptions, type TestPage } from './browser.ts'

/** Origin of the pages in the app for Android. */
export const APP_ORIGIN = 'https://localhost'

/** The server of a test is this machine, which a page that seems to come from elsewhere may ask only after a question. */
export const APP_FLAGS = ['--disable-features=LocalNetworkAccessChecks']

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** What a phone was asked for by a plugin. */
export interface AskedOfPhone {
  readonly pluginId: string
  readonly methodName: string
  readonly options: Record<string, unknown>
}

/** Methods of the plugins, by how they answer, as the app tells its pages. */
const PLUGINS = {
  App: { promise: ['getLaunchUrl', 'minimizeApp', 'removeListener'], callback: ['addListener'] },
  Geolocation: {
    promise: ['requestPermissions', 'getCurrentPosition', 'clearWatch'],
    callback: ['watchPosition'],
  },
  KeepAwake: { promise: ['keepAwake', 'allowSleep'], callback: [] },
  Share: { promise: ['share'], callback: [] },
  Filesystem: { promise: ['writeFile'], callback: [] },
}

interface Phone {
  /** Position that it says. */
  readonly longitude: number
  readonly latitude: number
}

/**
 * Opens the pages of an Android project as the app does: from the phone, with Capacitor's own bridge and a phone behind it
 * that answers plugins. `pages` is the folder that the project brings along.
 */
export async function openApp(
  browser: Browser,
  pages: string,
  phone: Phone,
  options: OpenPageOptions = {},
): Promise<TestPage> {
  const opened = await openPage(browser, APP_ORIGIN, options)
  const context = opened.page.context()
  await context.route(`${APP_ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    // What has no ending is a page, as the app's own server has it.
    const file = join(pages, extname(pathname) === '' ? 'index.html' : decodeURIComponent(pathname))
    if (!existsSync(file)) return route.fulfill({ status: 404, body: '' })
    const contentType = TYPES[extname(file)] ?? 'application/octet-stream'
    return route.fulfill({ status: 200, contentType, body: readFileSync(file) })
  })
  await context.addInitScript(answerPlugins, phone)
  await context.addInitScript({
    path: join(builtPrograms(), 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js'),
  })
  await context.addInitScript((plugins) => {
    const app = window as unknown as { Capacitor: { PluginHeaders: unknown } }
    app.Capacitor.PluginHeaders = Object.entries(plugins).map(([name, methods]) => ({
      name,
      methods: Object.entries(methods).flatMap(([rtype, names]) =>
        names.map((method) => ({ name: method, rtype })),
      ),
    }))
  }, PLUGINS)
  return opened
}

/** Runs in the page, before its scripts: the phone's end of the bridge. */
function answerPlugins(phone: Phone): void {
  interface Call {
    readonly callbackId: string
    readonly pluginId: string
    readonly methodName: string
    readonly options: Record<string, unknown>
  }
  const asked: Call[] = []
  const listeners = new Map<string, (data: unknown) => void>()
  const bridge = {
    onmessage: (_event: { data: string }): void => undefined,
    postMessage(text: string) {
      const call = JSON.parse(text) as Call & { readonly type?: string }
      if (call.type !== undefined && call.type !== 'message') return
      asked.push(call)
      const answer = (data: unknown, save = false) =>
        bridge.onmessage({ data: JSON.stringify({ ...call, success: true, data, save }) })
      const position = {
        timestamp: Date.now(),
        coords: { ...phone, accuracy: 8, altitude: null, altitudeAccuracy: null, speed: null, heading: -1 },
      }
      const answers: Record<string, () => void> = {
        'App.addListener': () =>
          listeners.set(String(call.options['eventName']), (data) => answer(data, true)),
        'Geolocation.requestPermissions': () => answer({ location: 'granted', coarseLocation: 'granted' }),
        'Geolocation.watchPosition': () => setTimeout(() => answer(position, true), 50),
        'Geolocation.getCurrentPosition': () => answer(position),
        'Filesystem.writeFile': () => answer({ uri: `file:///cache/${String(call.options['path'])}` }),
      }
      setTimeout(answers[`${call.pluginId}.${call.methodName}`] ?? (() => answer({})))
    },
  }
  Object.assign(window, {
    androidBridge: bridge,
    testPhone: { asked, tell: (event: string, data: unknown) => listeners.get(event)?.(data) },
  })
}

interface TestPhone {
  readonly asked: readonly AskedOfPhone[]
  readonly tell: (event: string, data: unknown) => void
}
type WithPhone = typeof window & { readonly testPhone: TestPhone }

/** Everything that this page has asked of the phone. */
export const askedOfPhone = (page: Page): Promise<readonly AskedOfPhone[]> =>
  page.evaluate(() => (window as unknown as WithPhone).testPhone.asked)

/** The system opens the running app by a link. */
export const openByLink = (page: Page, url: string): Promise<void> =>
  page.evaluate((link) => (window as unknown as WithPhone).testPhone.tell('appUrlOpen', { url: link }), url)
