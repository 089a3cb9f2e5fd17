import { useDebouncedValue } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { accuracySummaryAtom, foldSinceAtom, isCarriedAtom, isFoldedAtom } from '../model/warp-atoms.ts'
import { accuracySentence } from '../panels/accuracy/accuracy-words.ts'
import { Change } from '../parts/change.tsx'

/** What is said of the step itself goes first, and steps of one run are one. */
const PAUSE_MS = 1000

/** What the points say now, for those who do not see it. */
export function AccuracySaid() {
  const { t, i18n } = useTranslation('editor')
  const summary = useAtomValue(accuracySummaryAtom)
  const isFolded = useAtomValue(isFoldedAtom)
  const since = useAtomValue(foldSinceAtom)
  const isCarried = useAtomValue(isCarriedAtom)
  const sentence = isCarried ? '' : accuracySentence(t, i18n.language, summary, isFolded ? { since } : null)
  const [text] = useDebouncedValue(sentence, PAUSE_MS)
  return <Change text={text} />
}
