import '../../ui/mantine-shell.css.ts'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { setServerOrigin } from '../../api/server-address.ts'
import { takeDevice } from '../../device/device.ts'
import { nativeDevice } from '../../device/native-device.ts'
import { followBackButton, listenToLinks } from '../../device/native-links.ts'
import { changeServer } from '../../server-choice/change-server.ts'
import { ChosenServer } from '../../server-choice/chosen-server.tsx'
import { takeServerPart } from '../../server-choice/server-part.tsx'
import { ServerScreen } from '../../server-choice/server-screen.tsx'
import { storedServer, storeServer, takeWantedServer } from '../../server-choice/stored-server.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { ThemeProvider } from '../../ui/theme-provider.tsx'
import { toast } from '../../ui/toast-store.ts'
import { router } from '../router.tsx'
import { linkTarget } from './link-target.ts'

/**
 * What the native wrapper needs before the first page: its plugins, and the server that the pages talk to, which is asked
 * for where none was chosen on this device. To be called before anything is asked of a server, with the texts loaded.
 */
export async function startInWrapper(element: HTMLElement): Promise<void> {
  takeDevice(nativeDevice())
  takeServerPart(() => <ChosenServer />)
  const wanted = takeWantedServer()
  const server = storedServer() ?? (await chooseServer(element, wanted?.origin ?? ''))
  setServerOrigin(server)
  // The landing page is for those who have not found the product yet.
  if (location.pathname === '/') router.history.replace(wanted?.href ?? '/main')
  await i18n.loadNamespaces('server')
  // A wrapper without one of the two is still of use.
  await Promise.all([followBackButton(), listenToLinks((link) => openLink(link, server))]).catch(
    (error: unknown) => console.warn(error),
  )
}

/** Shows the screen until a server is chosen, and keeps it on this device. */
async function chooseServer(element: HTMLElement, address: string): Promise<string> {
  const screen = createRoot(element)
  const origin = await new Promise<string>((resolve) => {
    screen.render(
      <StrictMode>
        <ThemeProvider>
          <Suspense>
            <ServerScreen address={address} onChosen={resolve} />
          </Suspense>
        </ThemeProvider>
      </StrictMode>,
    )
  })
  screen.unmount()
  storeServer(origin)
  return origin
}

function openLink(link: string, server: string): void {
  const target = linkTarget(link, server)
  if (!target) return void toast.warning(i18n.t('link.unknown', { ns: 'server' }))
  if (target.kind === 'here') return router.history.push(target.href)
  const { origin, host, href } = target
  toast.info(i18n.t('link.elsewhere', { ns: 'server', host }), {
    action: {
      label: i18n.t('chosen.change', { ns: 'server' }),
      run: () => void changeServer({ origin, href }),
    },
    durationMs: 0,
  })
}
