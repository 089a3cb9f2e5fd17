import { IconLetterCase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FoundWord, findWords } from '../../contract/api/lettering.ts'
import { callApi } from '../api/call-api.ts'
import { type WrittenWord, writtenWords } from './written-words.ts'
import classes from './word-results.module.css'

/** Shortest text that words are looked for by, and the longest. */
const [SHORTEST, LONGEST] = [2, 100]
/** Words that are named, and maps of one that are. */
const [WORDS, MAPS] = [3, 6]

export interface WordResultsProps {
  readonly text: string
  readonly onWord: (word: FoundWord) => void
}

/** Words on the scans of maps that are like a search: each map opens where the word is written. */
export function WordResults({ text, onWord }: WordResultsProps) {
  const { t } = useTranslation('foundWords')
  const { data } = useQuery({
    queryKey: ['words', text],
    queryFn: ({ signal }) => callApi(findWords, { query: { q: text } }, { signal }),
    enabled: text.length >= SHORTEST && text.length <= LONGEST,
    staleTime: 60_000,
  })
  const written = writtenWords(data?.words ?? []).slice(0, WORDS)
  if (written.length === 0) return null
  return (
    <section aria-label={t('title')} className={classes.words}>
      {written.map((word) => (
        <Written key={word.text} word={word} onWord={onWord} />
      ))}
    </section>
  )
}

function Written({ word, onWord }: { readonly word: WrittenWord } & Pick<WordResultsProps, 'onWord'>) {
  const { t } = useTranslation('foundWords')
  const { text, spots } = word
  const more = spots.length - MAPS
  return (
    <div className={classes.written}>
      <h2 className={classes.word}>
        <IconLetterCase size={18} stroke={1.75} aria-hidden />
        {t('written', { word: text, count: spots.length })}
      </h2>
      <ul>
        {spots.slice(0, MAPS).map((spot) => (
          <li key={spot.mapId}>
            <button
              type="button"
              className={classes.map}
              aria-label={t('open', { word: text, title: spot.title })}
              onClick={() => onWord(spot)}
            >
              {spot.year === null ? spot.title : t('titleYear', { title: spot.title, year: spot.year })}
            </button>
          </li>
        ))}
        {more > 0 ? <li>{t('more', { count: more })}</li> : null}
      </ul>
    </div>
  )
}
