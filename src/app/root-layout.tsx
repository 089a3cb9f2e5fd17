import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.ts'
import { Announcer } from '../ui/announcer.tsx'
import { PageStepsContext, type PageSteps } from '../ui/page-steps.tsx'
import { dismissToastsOfPage, toast } from '../ui/toast-store.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { tabTitles } from './shell/breadcrumb-trail.ts'
import { useScreen, useScreenAddress } from './shell/use-screen.ts'

/**
 * The navigator and an installed window are to open without a connection; a window that does already hears of new releases,
 * which are offered and never forced.
 */
function useOfflineUse(opensAlone: boolean) {
  const { t } = useTranslation()
  const offer = useEffectEvent((run: () => void) => {
    const action = { label: t('release.take'), run }
    toast.info(t('release.ready'), { action, durationMs: 0 })
  })
  useEffect(() => {
    const start = () =>
      void import('./offline/app-updates.ts').then((updates) => updates.startOfflineUse(offer))
    if (opensAlone || navigator.serviceWorker?.controller || matchMedia('(display-mode: standalone)').matches)
      start()
    window.addEventListener('appinstalled', start)
    return () => window.removeEventListener('appinstalled', start)
  }, [opensAlone])
}

/** Links of pages that may stand without the router go through it where it is. */
function usePageSteps(): PageSteps {
  const router = useRouter()
  return useMemo(() => ({ go: (href) => void router.navigate({ href }), prepare: () => undefined }), [router])
}

/** What every page has: its title in the tab, and the banner while the server is away. */
export function RootLayout() {
  const { t } = useTranslation()
  const screen = useScreen()
  const { opensAlone = false } = screen
  const names = tabTitles(screen, useScreenAddress())
  const queries = useQueryClient()
  const { status } = useSession()
  const steps = usePageSteps()
  const { pathname } = useLocation()
  useOfflineUse(opensAlone)
  useEffect(() => dismissToastsOfPage(), [pathname])
  const tabTitle = [...names.map((name) => t(name)), t('brand')].join(' · ')
  useEffect(() => {
    document.title = tabTitle
  }, [tabTitle])
  return (
    <PageStepsContext value={steps}>
      <Outlet />
      <Announcer />
      <ConnectionBanner
        opensAlone={opensAlone}
        isSignedOut={status === 'anonymous'}
        onBack={() => void queries.invalidateQueries()}
      />
    </PageStepsContext>
  )
}
