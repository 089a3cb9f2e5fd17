import type { TFunction } from 'i18next'
import type { Snapped } from '../../../map/snap/snapper.ts'
import { formatGround } from '../../../ui/number-format.ts'

/** Steps of a map that is drawn for 1 : 10 000 000 say nothing of how exact it is. */
const isSmallScale = ({ from }: Snapped) => from === 'embedded'

/** What was found, by what it is and how it is called: "crossing of roads: Mill Lane, High Street". */
export function snapName(t: TFunction<'editor'>, { what, of, names }: Snapped): string {
  const kind = what === 'place' ? t('snap.place') : t(`snap.${what}.${of ?? 'mixed'}`)
  return names.length === 0 ? kind : t('snap.named', { kind, names: names.slice(0, 3).join(', ') })
}

/** How exact it is. */
export const snapExactness = (t: TFunction<'editor'>, found: Snapped, language: string): string =>
  isSmallScale(found)
    ? t('snap.smallScale')
    : t('snap.step', { step: formatGround(found.stepMetres, language) })
