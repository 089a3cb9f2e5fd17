import { STORAGE_KEYS } from '../../contract/constants.ts'
import { storedText } from '../ui/stored-value.ts'

/** Dispatched on `window` whenever the stored token has changed in this tab. */
export const AUTH_CHANGE_EVENT = 'authChange'

/** The token of the session, or null when nobody is signed in. */
export const readToken = (): string | null => storedText(STORAGE_KEYS.token).read() ?? null

export function storeToken(token: string): void {
  localStorage.setItem(STORAGE_KEYS.token, token)
  window.dispatchEvent(new Event(AUTH_CHANGE_EVENT))
}

export function removeToken(): void {
  localStorage.removeItem(STORAGE_KEYS.token)
  window.dispatchEvent(new Event(AUTH_CHANGE_EVENT))
}

/** Calls back when the token changes, in this tab or in another. */
export function onTokenChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEYS.token || key === null) listener()
  }
  // A page that the browser has kept in memory has heard nothing meanwhile.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  window.addEventListener(AUTH_CHANGE_EVENT, listener)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener(AUTH_CHANGE_EVENT, listener)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
