import { i18n } from '../../../ui/i18n/i18n.ts'
import { lazyOverlay } from '../../../ui/lazy-overlay.tsx'

/** Few see it: it comes, and its texts, when it is asked for. */
export const CompareDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([import('./compare-dialog.tsx'), i18n.loadNamespaces('compare')])
  return part.CompareDialog
})
