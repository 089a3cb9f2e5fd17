import type { TFunction } from 'i18next'
import { MIN_CONTROL_POINTS } from '../../../../contract/constants.ts'
import { formatGround } from '../../../ui/number-format.ts'
import type { AccuracySummary } from '../../model/accuracy-rows.ts'
import type { StepLabel } from '../../model/history.ts'

type T = TFunction<'editor'>

/** How exact the map is about, in words; null while there is nothing to say. */
export function exactness(
  t: T,
  language: string,
  { missing, typicalMetres }: AccuracySummary,
): string | null {
  if (missing > 0 || typicalMetres === null) return null
  return t('accuracy.exact', { ground: formatGround(typicalMetres, language) })
}

/** The point to look at first: the most suspicious, or else the one with the largest error. */
export function firstToCheck({ missing, toCheck, worst }: AccuracySummary): number | null {
  return missing > 0 ? null : (toCheck[0] ?? worst?.number ?? null)
}

/** Since when the map folds. */
export const foldText = (t: T, since: StepLabel | null): string =>
  since?.number === undefined ? t('accuracy.foldsShort') : t('accuracy.foldsSince', { number: since.number })

/** The same as one sentence to be heard; empty while no map lies there by its points. */
export function accuracySentence(
  t: T,
  language: string,
  summary: AccuracySummary,
  fold: { readonly since: StepLabel | null } | null,
): string {
  if (summary.usedCount < MIN_CONTROL_POINTS) return ''
  if (fold) return foldText(t, fold.since)
  if (summary.missing > 0) return t('accuracy.moreToCheck', { count: summary.missing })
  const number = firstToCheck(summary)
  const parts = [exactness(t, language, summary), number !== null && t('accuracy.lookAt', { number })]
  return parts.filter(Boolean).join(', ')
}
