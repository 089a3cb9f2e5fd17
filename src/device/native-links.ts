import { App } from '@capacitor/app'

const HANDLED = 'wrapperLaunchLink'

/** Tells of each link that the wrapper is opened by: the one that started it, and those that come while it runs. */
export async function listenToLinks(onLink: (url: string) => void): Promise<void> {
  await App.addListener('appUrlOpen', ({ url }) => onLink(url))
  const launch = await App.getLaunchUrl()
  // It is told again to every page of the same start.
  if (!launch?.url || sessionStorage.getItem(HANDLED) === launch.url) return
  sessionStorage.setItem(HANDLED, launch.url)
  onLink(launch.url)
}

/** The phone's own Back: a step back in the page, and out of the wrapper where there is none. */
export async function followBackButton(): Promise<void> {
  await App.addListener('backButton', ({ canGoBack }) => {
    if (canGoBack) window.history.back()
    else void App.minimizeApp()
  })
}
