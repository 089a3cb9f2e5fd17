import { setImmediate as nextTurn } from 'node:timers/promises'
import { screen, waitFor } from '@testing-library/dom'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { DetachedWindowAPI } from 'happy-dom'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { checkLimit, sessions, type AuthLimit } from '../../contract/api/auth.ts'
import { catalogs } from '../../contract/api/catalogs.ts'
import { follows } from '../../contract/api/follows.ts'
import { mailChoices } from '../../contract/api/mail.ts'
import { personalMaps, storageUse, trashedMaps } from '../../contract/api/maps.ts'
import { countPointSearches } from '../../contract/api/point-search-count.ts'
import { notifications, streamTicket, unreadCount } from '../../contract/api/notifications.ts'
import { logout, type User, validateToken } from '../../contract/api/session.ts'
import { config, healthCheck, navigationCounts } from '../../contract/api/system.ts'
import { checkTransformLimit } from '../../contract/api/transform.ts'
import { STORAGE_KEYS } from '../../contract/constants.ts'
import { queryClient } from '../../src/api/query-client.ts'
import { readToken } from '../../src/api/bearer-token.ts'
import { openCallGate } from '../../src/api/call-gate.ts'
import { reportConnection } from '../../src/api/connection.ts'
import { pageAt } from '../../src/app/outside/outside-page.ts'
import { startOutside } from '../../src/app/outside/start-outside.tsx'
import { showProduct } from '../../src/app/product.tsx'
import { router } from '../../src/app/router.tsx'
import { leaveSession, startSession } from '../../src/session/session.ts'
import { i18n, startI18n } from '../../src/ui/i18n/i18n.ts'
import { firstLanguage } from '../../src/ui/i18n/language.ts'
import { announce } from '../../src/ui/announce.ts'
import { currentToasts, dismissToast } from '../../src/ui/toast-store.ts'
import { FakeApi, FakeStream, refusal } from './fake-api.ts'
import { CONFIG, FREE_TO_TRANSFORM, NOW } from './samples.ts'

declare global {
  interface Window {
    /** What the window is to be like. */
    readonly happyDOM: DetachedWindowAPI
  }
}

const TEXTS = import.meta.glob<object>('../../locales/*/*.json', { eager: true, import: 'default' })
const textsOf = (language: string, namespace: string) =>
  TEXTS[`../../locales/${language}/${namespace}.json`] ?? {}

export interface AppOptions {
  /** Who is signed in; absent: nobody. */
  readonly user?: User
  /** Who has an account too. */
  readonly others?: readonly User[]
  /** Null: none was chosen in this browser, which prefers English. */
  readonly language?: 'en' | 'lt' | null
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** What the clock shows at first. It goes on by itself, and at once by `vi.advanceTimersByTimeAsync`. */
  readonly clock?: string
}

/** The product in front of a fake server. */
export interface App {
  readonly api: FakeApi
  readonly hands: UserEvent
  /** Puts a text in place of what a field holds, as one who pastes it. */
  readonly fill: (field: HTMLElement, text: string) => Promise<void>
  /** Goes to an address as the browser does: the page is loaded anew, what is stored stays. */
  readonly load: (path: string) => Promise<void>
}

/** What a notice in the corner says. */
export const findToast = (text: string | RegExp): Promise<HTMLElement> =>
  screen.findByText(text, { selector: '[role=status] *' })

/** The form under a heading. */
export async function findForm(title: string): Promise<HTMLFormElement> {
  const form = (await screen.findByRole('heading', { name: title })).closest('form')
  if (!form) throw new Error(`"${title}" is the heading of no form`)
  return form
}

/** Waits until an element is not there any more. @param query looks for it */
export const untilGone = (query: () => Element | null): Promise<void> =>
  waitFor(() => {
    const element = query()
    if (element) throw new Error(`still there: ${nameOf(element)}`)
  })

/** Waits until an element has the focus. @param find looks for it */
export const untilFocused = (find: () => Element | null | Promise<Element>): Promise<void> =>
  waitFor(async () => {
    const element = await find()
    if (document.activeElement !== element)
      throw new Error(`${nameOf(document.activeElement)} has the focus, not ${nameOf(element)}`)
  })

const nameOf = (element: Element | null): string =>
  element
    ? `${element.tagName} ${element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent}`
    : 'nothing'

/** The heading that names the page. */
export const findHeading = (name: string): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 1, name })

/** State of a caller who has not failed to sign in. */
export const FREE: AuthLimit = {
  hasLimit: false,
  isBlocked: false,
  minutesRemaining: 0,
  totalAttempts: 0,
  remainingAttempts: 5,
  nextAttemptAt: null,
}

/** A token that opens the account of a user. */
export const tokenOf = ({ id }: User): string => `token of ${id}`

export const NO_MAPS = { maps: [], nextCursor: null }

/** An instance where nothing has happened yet. A test says what is different. */
function answerQuietly(api: FakeApi, users: readonly User[]): void {
  api.answer(validateToken, ({ token }) => {
    const user = users.find((one) => tokenOf(one) === token)
    return user ? { user } : refusal(401, 'errors.unauthorized')
  })
  api.answer(logout, { status: 'success' })
  api.answer(healthCheck, { status: 'ok', serverTime: NOW })
  api.answer(config, CONFIG)
  api.answer(checkLimit, FREE)
  api.answer(streamTicket, { ticket: 'ticket', expiresInSeconds: 60 })
  api.answer(unreadCount, { unreadCount: 0 })
  api.answer(notifications, { notifications: [], total: 0, page: 1, limit: 20, unreadCount: 0 })
  api.answer(navigationCounts, { undiscoveredMaps: 0, myAssignments: 0, assignedToOthers: 0 })
  api.answer(catalogs, { catalogs: [] })
  api.answer(personalMaps, NO_MAPS)
  api.answer(trashedMaps, NO_MAPS)
  api.answer(countPointSearches, { open: 0, found: 0 })
  api.answer(follows, { maps: [], users: [], places: [] })
  api.answer(mailChoices, { isSent: false, language: 'en', off: [] })
  api.answer(sessions, { sessions: [], signIns: [] })
}

/** What the settings ask for to show the limits; nothing was used. */
export function answerLimits(api: FakeApi): void {
  api.answer(checkTransformLimit, FREE_TO_TRANSFORM)
  api.answer(storageUse, { bytesUsed: 0, bytesAllowed: null })
}

let root: Root | null = null
let api: FakeApi | null = null
let isTextsStarted = false
/** What the page listens to on the window: a reload ends that. */
let listening: Parameters<typeof window.removeEventListener>[] = []

const addListener = window.addEventListener.bind(window)
function recordListeners(): void {
  window.addEventListener = ((...listener: Parameters<typeof addListener>) => {
    listening.push(listener)
    addListener(...listener)
  }) as typeof window.addEventListener
}

/**
 * Opens the product at an address, as a browser that has just loaded it. The server is that of an instance where nothing
 * has happened yet.
 *
 * @param prepare says what the server answers otherwise, before the first call
 */
export async function openApp(
  path: string,
  prepare: (api: FakeApi) => void = () => undefined,
  { user, others = [], language = 'en', theme = 'light', width = 1280, height = 800, clock }: AppOptions = {},
): Promise<App> {
  if (api) throw new Error('a test opens one page')
  const opened = (api = new FakeApi(textsOf))
  answerQuietly(opened, user ? [user, ...others] : others)
  prepare(opened)
  if (clock)
    vi.useFakeTimers({
      now: Date.parse(clock),
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
  vi.stubGlobal('fetch', opened.fetch)
  vi.stubGlobal('EventSource', FakeStream)
  window.happyDOM.setViewport({ width, height })
  window.happyDOM.settings.device.prefersColorScheme = theme
  window.happyDOM.settings.device.prefersReducedMotion = 'reduce'
  if (language) localStorage.setItem('language', language)
  if (user) localStorage.setItem(STORAGE_KEYS.token, tokenOf(user))
  const load = async (next: string) => {
    const stored = Object.entries(localStorage) as [string, string][]
    closePage()
    for (const [key, text] of stored) localStorage.setItem(key, text)
    await showPage(next)
  }
  vi.spyOn(location, 'reload').mockImplementation(() => {
    setTimeout(() => void load(location.pathname + location.search), 0)
  })
  await showPage(path)
  const hands = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  return {
    api: opened,
    hands,
    fill: async (field, text) => {
      await hands.clear(field)
      await hands.click(field)
      await hands.paste(text)
    },
    load,
  }
}

/** As `src/app/main.tsx` does. */
async function showPage(path: string): Promise<void> {
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  const device = window.happyDOM.settings.device.prefersColorScheme
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme === 'dark' ? scheme : device)
  if (!isTextsStarted) await startI18n()
  isTextsStarted = true
  await i18n.changeLanguage(firstLanguage())
  history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
  recordListeners()
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  root = createRoot(element)
  const page = pageAt(location.pathname)
  if (page !== null && (page === 'landing' || readToken() === null)) await startOutside(root)
  else {
    startSession()
    showProduct(root)
  }
}

const { startTransition } = router

/** Makes the router what it is before its first page: it would draw the last one first, and wait for React to have done so. */
function forgetRoute(): void {
  router.startTransition = startTransition
  router.stores.setMatches([])
  router.stores.resolvedLocation.set(undefined)
  router.stores.status.set('idle')
  Object.assign(router, { _committed: [], _tx: undefined, _rendered: undefined })
}

/** Ends the page, and with it what it holds in memory. */
function closePage(): void {
  root?.unmount()
  root = null
  forgetRoute()
  for (const listener of listening) window.removeEventListener(...listener)
  listening = []
  window.addEventListener = addListener
  openCallGate(false)
  leaveSession()
  queryClient.clear()
  reportConnection('online')
  announce('')
  for (const { id } of currentToasts()) dismissToast(id)
  document.body.replaceChildren()
  document.title = ''
  FakeStream.open.clear()
}

/** Closes the page and forgets what it left in the browser. @returns what was wrong */
export async function closeApp(): Promise<string[]> {
  closePage()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  await nextTurn()
  const faults = api?.takeFaults() ?? []
  api = null
  return faults
}
