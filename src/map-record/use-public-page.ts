import { useTranslation } from 'react-i18next'
import { onServer, serverOrigin } from '../api/server-address.ts'
import type { ToastAction } from '../ui/toast-store.ts'
import { useCopyLink } from './use-copy-link.ts'

interface PublicPageWays {
  /** Its address. */
  readonly href: string
  /** Opens it beside this page. */
  readonly open: ToastAction
  readonly copy: ToastAction
}

/** The ways to the page that anyone sees of a public map. */
export function usePublicPage(mapId: string): PublicPageWays {
  const { t } = useTranslation('maps')
  const copyLink = useCopyLink()
  const path = `/m/${encodeURIComponent(mapId)}`
  const href = onServer(path)
  return {
    href,
    open: { label: t('publicPage.open'), run: () => void window.open(href, '_blank', 'noopener') },
    copy: {
      label: t('publicPage.copy'),
      run: () => void copyLink(serverOrigin() + path, t('publicPage.copied')),
    },
  }
}
