/** What the native wrapper puts on the window before the first script; the web has none. */
interface Wrapper {
  readonly isNativePlatform?: () => boolean
}

/** Whether the page runs in the native wrapper. Asked of the window, so that the web downloads nothing of the wrapper's. */
export const isWrapped = (): boolean =>
  (globalThis as { readonly Capacitor?: Wrapper }).Capacitor?.isNativePlatform?.() === true
