import { i18n } from '../../ui/i18n/i18n.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import type { ShareDialogProps } from './share-map-dialog.tsx'

/** Shares a map: who may see it, and the link to hand on; loaded when it is first opened. */
export const ShareDialog = lazyOverlay<ShareDialogProps>(async () => {
  const [{ ShareMapDialog }] = await Promise.all([
    import('./share-map-dialog.tsx'),
    i18n.loadNamespaces('share'),
  ])
  return ShareMapDialog
})
