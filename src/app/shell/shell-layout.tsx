import '../../ui/mantine-shell.css.ts'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionState, isServerSilent, onConnectionChange } from '../../api/connection.ts'
import type { CatalogDialog } from '../../catalogs/catalog-dialog.ts'
import { useSession } from '../../session/session.ts'
import { lazyNeeded } from '../../ui/lazy-needed.tsx'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { useNavigationShown } from '../../ui/navigation-shown.ts'
import { useIsMobile, useIsShort } from '../../ui/use-is-mobile.ts'
import { useLiveUpdates } from '../live-updates.ts'
import { useFieldWork } from '../offline/use-field-work.ts'
import { consumeFocusRequest } from '../content-focus.ts'
import { ConnectionPage } from '../pages/connection-page.tsx'
import { ServerDownPage } from '../pages/server-down-page.tsx'
import { DesktopHeader, MobileHeader } from './headers.tsx'
import classes from './shell-layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { HelpOfKeys } from '../../ui/keys/help-of-keys.tsx'
import { useFindKey } from './use-find-key.ts'
import { useNavigationKey } from './use-navigation-key.ts'
import { useScreen } from './use-screen.ts'

/** Opened by hand only, so it comes when it is wanted. */
const MobileSidebar = lazyOverlay(async () => (await import('./mobile-sidebar.tsx')).MobileSidebar)
const CatalogDialogs = lazyOverlay(
  async () => (await import('../../catalogs/catalog-dialogs.tsx')).CatalogDialogs,
)
const SignInAgainDialog = lazyNeeded(
  async () => (await import('../../auth/sign-in-again-dialog.tsx')).SignInAgainDialog,
)

/** Moves the focus to the content when the page changes, so that keyboards and screen readers start there. */
function useContentFocus(pathname: string) {
  const content = useRef<HTMLElement | null>(null)
  const last = useRef(pathname)
  useEffect(() => {
    const { current } = content
    // A field that a page begins with has taken it already.
    const hasField = current?.querySelector('[data-autofocus]')?.contains(document.activeElement) === true
    if (last.current !== pathname && !hasField) current?.focus({ preventScroll: true })
    last.current = pathname
  }, [pathname])
  return useCallback((element: HTMLElement | null) => {
    content.current = element
    consumeFocusRequest(element)
  }, [])
}

/**
 * Sends the user to the sign-in page when the session ends while a page is open, once: while that page loads this frame
 * still stands, and its own address must not become the one to come back to.
 */
function useSignInWhenEnded(status: string): void {
  const { history, navigate } = useRouter()
  const isEnded = status === 'anonymous'
  useEffect(() => {
    const { pathname, href } = history.location
    if (!isEnded || pathname === '/login') return
    void navigate({ to: '/login', search: { redirect: href }, replace: true, ignoreBlocker: true })
  }, [isEnded, history, navigate])
}

/** The editor, which has a bar of its own, lists its keys itself. */
const KEYS_OF = { page: 'lists', map: 'viewer', none: 'navigator' } as const

/** The frame around the signed-in pages: sidebar, head, content. */
export function ShellLayout() {
  const { t } = useTranslation()
  const { pathname, href } = useLocation()
  const session = useSession()
  const { status } = session
  const isMobile = useIsMobile()
  const isShort = useIsShort()
  useLiveUpdates()
  useFindKey()
  const { frame = 'page', opensAlone } = useScreen()
  const isNavigationShown = useNavigationShown()
  useNavigationKey(frame === 'ownBar' && !isNavigationShown)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [catalogDialog, setCatalogDialog] = useState<CatalogDialog | null>(null)
  const content = useContentFocus(pathname)
  const isLost = useSyncExternalStore(onConnectionChange, connectionState) === 'lost'
  const isSilent = useSyncExternalStore(onConnectionChange, isServerSilent)
  useSignInWhenEnded(status)
  useFieldWork(status === 'authenticated' ? session.user.id : undefined, isLost)

  const isKnown = status !== 'loading' && (status !== 'unverified' || opensAlone)
  if (!isKnown && (isLost || session.hasFailed))
    return isSilent || !navigator.onLine ? <ConnectionPage target={href} /> : <ServerDownPage />
  if (!isKnown) return <LoadingIndicator />
  if (status === 'anonymous') return null
  // A page with a bar of its own has the width to itself until the navigation is asked for.
  const hasSidebar = frame === 'ownBar' ? isNavigationShown : frame !== 'none'
  const hasHeader = frame === 'page' || frame === 'map'
  const isNarrow = isShort || !hasHeader
  return (
    <div className={classes.shell}>
      <a href="#content" className="skip-link">
        {t('skipToContent')}
      </a>
      {hasSidebar && !isMobile ? (
        <Sidebar key={String(isNarrow)} isNarrow={isNarrow} onCatalog={setCatalogDialog} />
      ) : null}
      {isMobile && isMenuOpen ? (
        <MobileSidebar isOpen onClose={() => setIsMenuOpen(false)} onCatalog={setCatalogDialog} />
      ) : null}
      {catalogDialog ? (
        <CatalogDialogs dialog={catalogDialog} onClose={() => setCatalogDialog(null)} />
      ) : null}
      {frame === 'ownBar' ? null : <HelpOfKeys page={KEYS_OF[frame]} />}
      {status === 'ended' || status === 'replaced' ? <SignInAgainDialog /> : null}
      <div className={classes.column}>
        {hasHeader && !isMobile ? <DesktopHeader /> : null}
        {hasHeader && isMobile ? (
          <MobileHeader isMenuOpen={isMenuOpen} onOpenMenu={() => setIsMenuOpen(true)} />
        ) : null}
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className={frame === 'page' ? classes.content : classes.fullBleed}
        >
          <Suspense fallback={<LoadingIndicator />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}
