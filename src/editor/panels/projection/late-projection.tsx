import { i18n } from '../../../ui/i18n/i18n.ts'
import { lazyNeeded } from '../../../ui/lazy-needed.tsx'

/** The projection of the map; the part and its texts come when the settings are opened. */
export const LateProjection = lazyNeeded<{ readonly canEdit: boolean }>(async () => {
  const [part] = await Promise.all([import('./projection-field.tsx'), i18n.loadNamespaces('projection')])
  return part.ProjectionField
})
