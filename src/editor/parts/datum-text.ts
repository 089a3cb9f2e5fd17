import { useTranslation } from 'react-i18next'
import type { DatumTie } from '../../../contract/datum-tie.ts'

/** How well a reference system is tied to today's, in a sentence; null where it is the same. */
export function useDatumText(): (tie: DatumTie) => string | null {
  const { t, i18n } = useTranslation('editor')
  return ({ kind, operation, accuracyMetres }) => {
    if (kind === 'same') return null
    if (kind !== 'register') return t(`datum.${kind}`, { operation })
    if (accuracyMetres === null) return t('datum.unstated', { operation })
    const metres = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(accuracyMetres)
    return t('datum.register', { metres, operation })
  }
}

/** It may lie hundreds of metres off. */
export function isRough({ kind }: DatumTie): boolean {
  return kind === 'none' || kind === 'outside'
}

/** Metres of accuracy of an operation of the register; null of what nobody places that finely. */
export function accuracyWorthSaying({ kind, accuracyMetres }: DatumTie): number | null {
  return kind === 'register' && accuracyMetres !== null && accuracyMetres > 1 ? accuracyMetres : null
}
