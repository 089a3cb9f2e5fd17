import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundWord } from '../../contract/api/lettering.ts'
import { FOLLOWED_PLACE_NAME_MAX } from '../../contract/constants.ts'
import { type FindChoice, personQuery } from '../map-record/find-box/find-choice.ts'
import { FindInput } from '../map-record/find-box/find-input.tsx'
import { FoundCollection } from '../map-record/found-collection.tsx'
import type { MapWays } from '../map-record/use-map-actions.tsx'
import { isNarrowed, withoutFilters, withText } from '../map-search/filter-forms.ts'
import type { FoundPlace } from '../places/found-place.ts'
import { searchPlaces } from '../places/search-places.ts'
import { useFoundMaps } from '../queries/find-queries.ts'
import { i18n } from '../ui/i18n/i18n.ts'
import { lazySection } from '../ui/lazy-section.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { SearchFilters } from './search-filters.tsx'
import classes from './search-page.module.css'
import { searchRequest, type SearchState } from './search-state.ts'

/** Typing waits this long before the results follow, in milliseconds. */
const TYPING_MS = 350
const PLACES = 5

const FollowButton = lazySection(
  async () => (await import('../map-record/follow/follow-button.tsx')).FollowButton,
  <div />,
)

const WordResults = lazySection(
  async () => {
    const [part] = await Promise.all([import('./word-results.tsx'), i18n.loadNamespaces('foundWords')])
    return part.WordResults
  },
  <div />,
)

interface SearchPageProps extends MapWays {
  readonly search: SearchState
  /** `isTyped`: a letter more or less of what is being typed, no step of its own. */
  readonly onSearch: (search: SearchState, isTyped: boolean) => void
  readonly onPlace: (place: FoundPlace) => void
  readonly onWord: (word: FoundWord) => void
  readonly onMap: (map: Extract<FindChoice, { kind: 'map' }>['map']) => void
}

/** One search over all maps that one may see. */
export function SearchPage({ search, onSearch, onPlace, onMap, onWord, ...ways }: SearchPageProps) {
  const { t, i18n } = useTranslation('search')
  const { filters } = search
  const { q = '' } = filters
  const setWords = (text: string, isTyped: boolean) =>
    onSearch({ ...search, filters: withText(filters, 'q', text) }, isTyped)
  const isFiltered = isNarrowed(withoutFilters(filters, 'q'))
  const list = useFoundMaps(searchRequest(search))
  const number = new Intl.NumberFormat(i18n.language)
  const choose = (choice: FindChoice) => {
    if (choice.kind === 'place') onPlace(choice.place)
    else if (choice.kind === 'map') onMap(choice.map)
    else setWords(personQuery(choice.name), false)
  }
  const total = list.data?.total
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <SearchWords q={q} onWords={setWords} onChoose={choose} />
      <SearchFilters search={search} onSearch={(next) => onSearch(next, false)} />
      {q === '' ? null : <PlaceResults text={q} onPlace={onPlace} />}
      {q === '' ? null : <WordResults text={q} onWord={onWord} />}
      <p className={classes.count} role="status">
        {total === undefined ? null : t('count', { count: total, number: number.format(total) })}
        {total && list.data?.isNear ? ` · ${t('near')}` : null}
      </p>
      <FoundCollection
        {...ways}
        list={list}
        errorTitle={t('failed')}
        empty={{
          title: t('empty.title'),
          text: isFiltered ? t('empty.filtered') : t('empty.text'),
          action: (
            <Button
              variant="default"
              onClick={() =>
                onSearch({ filters: isFiltered && q !== '' ? { q } : {}, sort: 'relevance' }, false)
              }
            >
              {isFiltered && q !== '' ? t('filters.clear') : t('empty.all')}
            </Button>
          ),
        }}
      />
    </>
  )
}

interface SearchWordsProps {
  readonly q: string
  readonly onWords: (text: string, isTyped: boolean) => void
  readonly onChoose: (choice: FindChoice) => void
}

/** The words, which the results follow while one types. */
function SearchWords({ q, onWords, onChoose }: SearchWordsProps) {
  const { t } = useTranslation('search')
  const [text, setText] = useState(q)
  // Whoever comes without words comes to type some; on a phone the keyboard would cover half of the page.
  const isPhone = useIsMobile()
  const [isFirst] = useState(q === '' && !isPhone)
  const sent = useRef(q)
  const say = useRef(onWords)
  useEffect(() => {
    say.current = onWords
  })
  useEffect(() => {
    if (q !== sent.current) setText(q)
    sent.current = q
  }, [q])
  useEffect(() => {
    if (text.trim() === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text.trim()
      say.current(text.trim(), true)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === sent.current) return
          sent.current = text.trim()
          onWords(text.trim(), false)
        }}
      >
        <FindInput
          label={t('box.label')}
          placeholder={t('box.placeholder')}
          value={text}
          onChange={setText}
          onChoose={onChoose}
          takesFocus={isFirst}
          className={classes.words}
        />
      </form>
    </search>
  )
}

/** So far around a place without a box it is followed, in metres of the map. */
const AROUND_METRES = 5_000

const boxAround = ({ box, point: [x, y] }: FoundPlace) =>
  box ?? {
    minX: x - AROUND_METRES,
    minY: y - AROUND_METRES,
    maxX: x + AROUND_METRES,
    maxY: y + AROUND_METRES,
  }

const nameOf = ({ name }: FoundPlace) => Array.from(name).slice(0, FOLLOWED_PLACE_NAME_MAX).join('')

interface PlaceResultsProps {
  readonly text: string
  readonly onPlace: (place: FoundPlace) => void
}

/** Places of that name: each opens the map there. */
function PlaceResults({ text, onPlace }: PlaceResultsProps) {
  const { t, i18n } = useTranslation('search')
  const { data } = useQuery({
    queryKey: ['places', text, i18n.language],
    queryFn: ({ signal }) => searchPlaces({ text, boundaries: false }, PLACES, i18n.language, signal),
    staleTime: Infinity,
  })
  if (!data || data.length === 0) return null
  return (
    <section aria-label={t('places.title')} className={classes.places}>
      <h2 className={classes.placesTitle}>{t('places.title')}</h2>
      <ul>
        {data.map((place) => (
          <li key={`${place.name} ${place.point.join()}`}>
            <Button
              variant="default"
              leftSection={<IconMapPin size={18} stroke={1.75} aria-hidden />}
              aria-label={t('places.open', { place: place.name })}
              onClick={() => onPlace(place)}
            >
              {place.name}
            </Button>
            <FollowButton
              place={place.name}
              target={{ kind: 'place', box: boxAround(place), name: nameOf(place) }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
