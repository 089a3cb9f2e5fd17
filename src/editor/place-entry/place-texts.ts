import { useTranslation } from 'react-i18next'
import { degreesOf, type PlaceAnswer, type PlaceChoice } from './place-choices.ts'

/** How a place was understood, in words. */
export function useChoiceText(): (choice: PlaceChoice) => string {
  const { t, i18n } = useTranslation('editor')
  return ({ map, read }) => {
    if (!read) return degreesOf(map, i18n.language)
    const { way, order, grid } = read
    const name =
      way === 'grid' || way === 'utm'
        ? t(`placeEntry.way.${way}`, { grid: grid ?? '' })
        : t(`placeEntry.way.${way}`)
    const parts = [
      name,
      ...(order === 'told' ? [] : [t(`placeEntry.${way === 'degrees' ? 'degrees' : 'metres'}.${order}`)]),
      ...(read.isRough ? [t('placeEntry.rough')] : []),
    ]
    return parts.join(' · ')
  }
}

/** Why a text is no place, and what to do. */
export function useFaultText(): (fault: NonNullable<PlaceAnswer['fault']>) => string {
  const { t } = useTranslation('editor')
  return ({ code, grid }) => t(`placeEntry.fault.${code}`, { code: grid === undefined ? '' : `EPSG:${grid}` })
}
