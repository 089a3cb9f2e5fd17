const COOKIE = 'sidebar_state'
const SEVEN_DAYS_S = 7 * 24 * 3600

/** Whether a cookie text says that the sidebar is open; open where it says nothing. */
export function sidebarStateOf(cookies: string): boolean {
  return !cookies.split('; ').includes(`${COOKIE}=false`)
}

export function readSidebarState(): boolean {
  return sidebarStateOf(document.cookie)
}

/** Keeps the state for seven days. */
export function storeSidebarState(isOpen: boolean): void {
  document.cookie = `${COOKIE}=${isOpen}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`
}
