import { useTranslation } from 'react-i18next'
import { accuracyWorthSaying, isRough } from '../../parts/datum-text.ts'
import { degreesOf, type PlaceAnswer, type PlaceChoice } from './place-choices.ts'

/** How a place was understood, in words. */
export function useChoiceText(): (choice: PlaceChoice) => string {
  const { t, i18n } = useTranslation(['editor', 'placeEntry'])
  return ({ map, read }) => {
    if (!read) return degreesOf(map, i18n.language)
    const { way, order, grid = '', meridian } = read
    const kind = way === 'degrees' || way === 'angularGrid' ? 'degrees' : 'metres'
    const name =
      way === 'grid' || way === 'angularGrid'
        ? grid
        : way === 'utm'
          ? t('placeEntry:way.utm', { grid })
          : t(`placeEntry:way.${way}`)
    const accuracy = read.datum && accuracyWorthSaying(read.datum)
    const parts = [
      name,
      meridian && t(`placeEntry:meridian.${meridian}`),
      order !== 'told' && t(`placeEntry:${kind}.${order}`),
      read.datum && isRough(read.datum) && t('placeEntry:rough'),
      accuracy && t('placeEntry:accuracy', { metres: new Intl.NumberFormat(i18n.language).format(accuracy) }),
    ]
    return parts.filter(Boolean).join(' · ')
  }
}

/** Why a text is no place, and what to do. */
export function useFaultText(): (fault: NonNullable<PlaceAnswer['fault']>) => string {
  const { t } = useTranslation(['editor', 'placeEntry'])
  return ({ code, grid = '' }) => t(`placeEntry:fault.${code}`, { grid })
}
