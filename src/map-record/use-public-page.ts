import { useTranslation } from 'react-i18next'
import { onServer, serverOrigin } from '../api/server-address.ts'
import type { ToastAction } from '../ui/toast-store.ts'
import { useCopyLink } from './use-copy-link.ts'

export interface PublicPageWays {
  /** Its address. */
  readonly href: string
  /** Opens it beside this page. */
  readonly open: ToastAction
  readonly copy: ToastAction
}

/** Copies the address of the page that anyone sees of a public map. */
export function usePublicPageLink(): (mapId: string) => void {
  const { t } = useTranslation('maps')
  const copyLink = useCopyLink()
  return (mapId) => void copyLink(serverOrigin() + pathOf(mapId), t('publicPage.copied'))
}

const pathOf = (mapId: string) => `/m/${encodeURIComponent(mapId)}`

/** The ways to the page that anyone sees of a public map. */
export function usePublicPage(mapId: string): PublicPageWays {
  const { t } = useTranslation('maps')
  const copy = usePublicPageLink()
  const href = onServer(pathOf(mapId))
  return {
    href,
    open: { label: t('publicPage.open'), run: () => void window.open(href, '_blank', 'noopener') },
    copy: { label: t('publicPage.copy'), run: () => copy(mapId) },
  }
}
