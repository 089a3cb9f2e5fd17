import { Button, TextInput } from '@mantine/core'
import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScanLettering, ScanWord } from '../../../../../contract/api/lettering.ts'
import { ApiError, errorText } from '../../../../api/api-error.ts'
import { useCorrectWords } from '../../../../queries/reading-queries.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { scanSizeAtom } from '../../../model/scan-size.ts'
import { shownSpotAtom } from '../../../model/shown-spot.ts'
import { scanCentreAtom } from '../../../model/view-atoms.ts'
import { withoutWord, withText, wordAt } from './corrected-words.ts'
import classes from './scan-words.module.css'
import { WordForm } from './word-form.tsx'

/** So many words are listed at first, and with each press. */
const LISTED = 40

export interface ScanWordsProps {
  readonly mapId: string
  readonly lettering: ScanLettering
}

/** The words read on the scan: each is shown there when it is pressed, and can be corrected or removed. */
export function ScanWords({ mapId, lettering }: ScanWordsProps) {
  const { t } = useTranslation('propose')
  const store = useStore()
  const correct = useCorrectWords(mapId)
  const centre = useAtomValue(scanCentreAtom)
  const list = useRef<HTMLUListElement>(null)
  const [sought, seek] = useState('')
  const [limit, setLimit] = useState(LISTED)
  const [chosen, setChosen] = useState<ScanWord | 'new' | null>(null)
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  }, [chosen])
  const { words } = lettering
  const like = words.filter(({ text }) =>
    text.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase()),
  )

  const choose = (word: ScanWord) => {
    setChosen(word)
    store.set(shownSpotAtom, [word.x, word.y])
  }
  const close = () => {
    setChosen(null)
    store.set(shownSpotAtom, null)
    list.current?.focus()
  }
  /** Stores the words; what was typed stays in its field where that fails. */
  const save = async (change: (words: readonly ScanWord[]) => ScanWord[] | null) => {
    try {
      const stored = await correct.mutateAsync(change)
      if (!stored) return void toast.warning(t('words.gone'))
      // Another may have been opened meanwhile.
      if (latest.current === chosen) close()
    } catch (error) {
      const isOvertaken = error instanceof ApiError && error.status === 409
      toast.error(isOvertaken ? t('words.overtaken') : errorText(error))
    }
  }

  return (
    <div className={classes['words']}>
      {words.length > LISTED ? (
        <TextInput
          label={t('words.seek')}
          value={sought}
          onChange={({ currentTarget }) => seek(currentTarget.value)}
        />
      ) : null}
      <ul ref={list} tabIndex={-1} className={classes['list']} aria-label={t('words.list')}>
        {like.slice(0, limit).map((word, at) => (
          <li key={`${word.x} ${word.y} ${at}`}>
            {word === chosen ? (
              <WordForm
                text={word.text}
                isBusy={correct.isPending}
                onSave={(text) => void save((now) => withText(now, word, text))}
                onRemove={() => void save((now) => withoutWord(now, word))}
                onCancel={close}
              />
            ) : (
              <button type="button" className={classes['word']} onClick={() => choose(word)}>
                {word.text}
                {word.by === 'person' ? (
                  <span className="visually-hidden"> {t('words.byPerson')}</span>
                ) : null}
              </button>
            )}
          </li>
        ))}
      </ul>
      {like.length > limit ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setLimit(limit + LISTED)}>
          {t('words.more', { count: like.length - limit })}
        </Button>
      ) : null}
      {chosen === 'new' ? (
        <WordForm
          text=""
          hint={t('words.atCross')}
          isBusy={correct.isPending}
          onSave={(text) =>
            centre && void save((now) => [...now, wordAt(centre, text, now, store.get(scanSizeAtom))])
          }
          onCancel={close}
        />
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          disabled={centre === null}
          onClick={() => {
            store.set(shownSpotAtom, null)
            setChosen('new')
          }}
        >
          {t('words.add')}
        </Button>
      )}
    </div>
  )
}
