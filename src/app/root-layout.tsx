import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionBanner } from './connection-banner.tsx'
import { useScreen } from './shell/use-screen.ts'

/** What every page has: its title in the tab, and the banner while the server is away. */
export function RootLayout() {
  const { t } = useTranslation()
  const { title } = useScreen()
  useEffect(() => {
    document.title = title ? `${t(title)} · ${t('brand')}` : t('brand')
  }, [title, t])
  return (
    <>
      <Outlet />
      <ConnectionBanner />
    </>
  )
}
