import { valueStore } from './value-store.ts'

/** How long a toast stays, in milliseconds; errors stay longer. Reading needs at least 5 s. */
const TOAST_MS = 6_000
const ERROR_TOAST_MS = 10_000
/** More than this many at once only hide the page. */
const MOST_TOASTS = 4

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** A text that can be taken out of a toast by hand. */
export interface TakenText {
  readonly label: string
  readonly text: string
}

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly title?: string
  readonly action?: ToastAction
  /** Another way on, beside the first. */
  readonly second?: ToastAction
  readonly third?: ToastAction
  /** Shown in a field of its own, which gets the focus, with all of it selected. */
  readonly toTake?: TakenText
  /** Closed by hand, without a way that it offers. */
  readonly onDismiss?: () => void
  /** What it is about: closed once that is out of date. */
  readonly about?: string
  /** 0 stays until dismissed; one with an action always does. */
  readonly durationMs: number
  /** Offered in passing: it goes with the page once it could be read. */
  readonly isOfPage: boolean
  /** By the browser's clock. */
  readonly shownAtMs: number
}

export type ToastOptions = Partial<
  Pick<Toast, 'title' | 'action' | 'second' | 'third' | 'toTake' | 'onDismiss' | 'about' | 'durationMs'>
>

const toasts = valueStore<readonly Toast[]>([])
let nextId = 1

export const currentToasts = toasts.get
export const onToastsChange = toasts.subscribe

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Another page is shown: what was offered in passing on the one before is over, unless it has only just been said. */
export function dismissToastsOfPage(): void {
  const now = performance.now()
  const others = toasts.get().filter(({ isOfPage, shownAtMs }) => !isOfPage || now - shownAtMs < TOAST_MS)
  if (others.length < toasts.get().length) toasts.set(others)
}

/** Closes what says something that no longer holds. */
export function dismissToastsAbout(about: string): void {
  const others = toasts.get().filter((toast) => toast.about !== about)
  if (others.length < toasts.get().length) toasts.set(others)
}

/** A title of a map or a catalog in a notice ends after so many characters: it stands in the page as a whole. */
const QUOTED_MOST = 60

/** Long words between quotation marks are cut, so that what is said of them stays in sight. */
function withShortTitles(text: string): string {
  return text.replace(/(?<=[“„])[^“”„]+(?=[”“])/gu, (title) => {
    const characters = Array.from(title)
    return characters.length > QUOTED_MOST ? `${characters.slice(0, QUOTED_MOST).join('').trimEnd()}…` : title
  })
}

function show(kind: ToastKind, told: string, options: ToastOptions = {}): number {
  const text = withShortTitles(told)
  const id = nextId
  nextId += 1
  const ownMs = options.durationMs ?? (kind === 'error' ? ERROR_TOAST_MS : TOAST_MS)
  const hasAction = options.action !== undefined
  // Whoever goes by keys, or reads slowly, has all the time there is to get to an action.
  const durationMs = hasAction ? 0 : ownMs
  const isOfPage = hasAction && ownMs !== 0
  const rest = toasts.get().filter((toast) => toast.text !== text || toast.kind !== kind)
  toasts.set(
    [...rest, { ...options, id, kind, text, durationMs, isOfPage, shownAtMs: performance.now() }].slice(
      -MOST_TOASTS,
    ),
  )
  return id
}

/** Short notices in the corner; announced politely, gone by themselves, never the only place where an error is shown. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
}
