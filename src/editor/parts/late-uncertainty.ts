import { i18n } from '../../ui/i18n/i18n.ts'
import { lazyNeeded } from '../../ui/lazy-needed.tsx'
import type { UncertaintyHereProps } from './uncertainty-texts.tsx'

// What says how far off places may be comes, with its texts, when it is asked for.
const loadTexts = () => i18n.loadNamespaces('uncertainty')

export const UncertaintyHere = lazyNeeded<UncertaintyHereProps>(async () => {
  const [parts] = await Promise.all([import('./uncertainty-texts.tsx'), loadTexts()])
  return parts.UncertaintyHere
})

export const UncertaintyOfMap = lazyNeeded(async () => {
  const [parts] = await Promise.all([import('./uncertainty-texts.tsx'), loadTexts()])
  return parts.UncertaintyOfMap
})

export const UncertaintyLegend = lazyNeeded(async () => {
  const [parts] = await Promise.all([import('./uncertainty-texts.tsx'), loadTexts()])
  return parts.UncertaintyLegend
})
