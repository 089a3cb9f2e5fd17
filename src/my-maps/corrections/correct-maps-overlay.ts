import { i18n } from '../../ui/i18n/i18n.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'

export const CorrectMapsDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([
    import('./correct-maps-dialog.tsx'),
    i18n.loadNamespaces(['corrections', 'maps']),
  ])
  return part.CorrectMapsDialog
})
