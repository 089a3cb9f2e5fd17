import { i18n } from '../../ui/i18n/i18n.ts'
import { lazyNeeded } from '../../ui/lazy-needed.tsx'
import type { UncertaintyHereProps } from './uncertainty-texts.tsx'

const load = async () => {
  const [texts] = await Promise.all([import('./uncertainty-texts.tsx'), i18n.loadNamespaces('uncertainty')])
  return texts
}

/** What says how far off places may be comes when it is asked for. */
export const UncertaintyHere = lazyNeeded<UncertaintyHereProps>(async () => (await load()).UncertaintyHere)
export const UncertaintyOfMap = lazyNeeded(async () => (await load()).UncertaintyOfMap)
export const UncertaintyLegend = lazyNeeded(async () => (await load()).UncertaintyLegend)
