import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXPLORED_TEXT_MAX, type ExploredMaps } from '../../contract/api/explore.ts'
import type { LinkedMap } from '../../contract/api/linked-catalog.ts'
import { thumbnailUrl } from '../api/file-path.ts'
import { yearText } from '../map-record/map-facts.ts'
import classes from './explore-page.module.css'
import { type ExploreFilters, yearOf } from './explore-view.ts'
import page from './public-map-page.module.css'
import type { PublicList } from './use-public-list.ts'

type ExploredPlace = ExploredMaps['places'][number]

interface ExploreFormProps {
  readonly filters: ExploreFilters
  /** What was pressed is gone. */
  readonly takesFocus: boolean
  readonly onSearch: (filters: ExploreFilters) => void
}

/** Words and years to narrow the list by. Another one takes its place when the address says something else. */
export function ExploreForm({ filters: { q, from, to }, takesFocus, onSearch }: ExploreFormProps) {
  const { t } = useTranslation('explore')
  const words = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) words.current?.focus()
  }, [takesFocus])
  const errorId = useId()
  const [wrong, setWrong] = useState<'from' | 'to' | 'order' | null>(null)
  const search = (form: FormData) => {
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const [first, last] = [yearOf(text('from')), yearOf(text('to'))]
    if (first === undefined) return setWrong('from')
    if (last === undefined) return setWrong('to')
    if (first !== null && last !== null && first > last) return setWrong('order')
    setWrong(null)
    onSearch({ q: text('q').trim(), from: first, to: last })
  }
  const field = (name: 'from' | 'to') => {
    const isWrong = wrong === name || wrong === 'order'
    return (
      <label>
        <span>{t(name)}</span>
        <input
          name={name}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          defaultValue={(name === 'from' ? from : to) ?? ''}
          {...(isWrong && { 'aria-invalid': true, 'aria-describedby': errorId })}
        />
      </label>
    )
  }
  return (
    <form
      role="search"
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        // The fields keep what was typed where it is refused.
        event.preventDefault()
        search(new FormData(event.currentTarget))
      }}
    >
      <label className={classes.words}>
        <span>{t('search')}</span>
        <input
          ref={words}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={EXPLORED_TEXT_MAX}
          enterKeyHint="search"
        />
      </label>
      {field('from')}
      {field('to')}
      <button type="submit" className={page.button}>
        {t('find')}
      </button>
      {wrong ? (
        <p id={errorId} role="alert" className={classes.wrong}>
          {t(`wrong.${wrong}`)}
        </p>
      ) : null}
    </form>
  )
}

interface ExploreListProps {
  readonly list: PublicList
  readonly isNarrowed: boolean
  readonly laidIds: ReadonlySet<string>
  readonly onChoose: (id: string) => void
  readonly onPlace: (place: ExploredPlace) => void
  /** Shows all maps again. */
  readonly onClear: () => void
}

/** The public maps that match: those in the part of the world that is seen, then the others. */
export function ExploreList({ list, isNarrowed, laidIds, onChoose, onPlace, onClear }: ExploreListProps) {
  const { t } = useTranslation(['explore', 'public'])
  const { first, maps, more, status } = list
  const inView = first?.inView ?? 0
  const isParted = first !== null && inView > 0 && inView < first.total
  const rows = (some: readonly LinkedMap[]) => (
    <ul className={classes.maps}>
      {some.map((map) => (
        <MapRow
          key={map.id}
          map={map}
          isLaid={laidIds.has(map.id)}
          isFirstNew={map.id === list.firstNewId}
          onChoose={onChoose}
        />
      ))}
    </ul>
  )
  return (
    <div aria-busy={status === 'waiting'}>
      {status === 'failed' ? (
        <div role="alert" className={classes.notice}>
          <p>{t(navigator.onLine ? 'failed' : 'offline')}</p>
          <button type="button" className={page.button} onClick={list.retry}>
            {t('public:retry')}
          </button>
        </div>
      ) : null}
      {(first?.places ?? []).map((place) => (
        <button key={place.name} type="button" className={classes.place} onClick={() => onPlace(place)}>
          {t('goTo', { place: place.name })}
        </button>
      ))}
      <p role="status" className={classes.count}>
        {first ? <Count first={first} isNarrowed={isNarrowed} /> : status === 'waiting' ? t('loading') : null}
      </p>
      {isNarrowed ? (
        <button type="button" className={classes.place} onClick={onClear}>
          {t('clear')}
        </button>
      ) : null}
      {isParted ? (
        <>
          <h2>{t('here')}</h2>
          {rows(maps.slice(0, inView))}
          {maps.length > inView ? <h2>{t('elsewhere')}</h2> : null}
          {rows(maps.slice(inView))}
        </>
      ) : (
        rows(maps)
      )}
      {more ? (
        <button type="button" className={page.button} aria-disabled={more.isWaiting} onClick={more.ask}>
          {t(more.isWaiting ? 'loading' : 'public:catalog.showMore')}
        </button>
      ) : null}
    </div>
  )
}

function Count({ first, isNarrowed }: { readonly first: ExploredMaps; readonly isNarrowed: boolean }) {
  const { t } = useTranslation('explore')
  const { total, inView, isNear } = first
  if (total === 0) return t(isNarrowed ? 'none' : 'empty')
  const counted = t('count', { count: total })
  if (isNear) return `${t('near')} ${counted}`
  return inView === undefined ? counted : `${counted}, ${t('countHere', { count: inView })}`
}

interface MapRowProps {
  readonly map: LinkedMap
  readonly isLaid: boolean
  /** It takes the focus. */
  readonly isFirstNew: boolean
  readonly onChoose: (id: string) => void
}

function MapRow({ map: { id, title, years, creator, basePath }, isLaid, isFirstNew, onChoose }: MapRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFirstNew) button.current?.focus({ preventScroll: true })
  }, [isFirstNew])
  return (
    <li>
      <button ref={button} type="button" aria-pressed={isLaid} onClick={() => onChoose(id)}>
        {basePath === null ? (
          <IconPhotoOff size={32} stroke={1.5} aria-hidden />
        ) : (
          // The title beside it says what it shows.
          <img src={thumbnailUrl(basePath, 'small')} alt="" loading="lazy" decoding="async" />
        )}
        <span>
          <strong dir="auto">{title}</strong>{' '}
          <small>{[yearText(years), creator].filter(Boolean).join(' · ')}</small>
        </span>
      </button>
    </li>
  )
}
