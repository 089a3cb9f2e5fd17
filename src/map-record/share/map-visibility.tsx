import { i18n } from '../../ui/i18n/i18n.ts'
import { lazySection } from '../../ui/lazy-section.tsx'
import type { VisibilityChoiceProps } from './visibility-choice.tsx'

/** Who may see a map, chosen by its owner, and the link to hand on; loaded when it is first shown. */
export const MapVisibility = lazySection<VisibilityChoiceProps>(async () => {
  const [{ VisibilityChoice }] = await Promise.all([
    import('./visibility-choice.tsx'),
    i18n.loadNamespaces('share'),
  ])
  return VisibilityChoice
}, null)
