import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type FindChoice, personQuery } from '../../map-record/find-box/find-choice.ts'
import { FindInput } from '../../map-record/find-box/find-input.tsx'
import { textFields, withText } from '../../map-search/filter-forms.ts'
import { VIEWER_FILTERS } from '../../map-search/filters.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import type { ViewerFilters } from '../model/viewer-filters.ts'
import classes from './viewer-sidebar.module.css'

const FIELDS = textFields(VIEWER_FILTERS)

interface AttributeSearchProps {
  readonly filters: ViewerFilters
  readonly onFilters: (filters: ViewerFilters) => void
  readonly onMap: (id: string) => void
  readonly onPlace: (place: FoundPlace) => void
}

/** A text that is looked for in one attribute, or in all of them; each is added to those before. */
export function AttributeSearch({ filters, onFilters, onMap, onPlace }: AttributeSearchProps) {
  const { t } = useTranslation(['viewer', 'search'])
  const { t: tSearch } = useTranslation('search')
  const [where, setWhere] = useState<(typeof FIELDS)[number]['name'] | 'q'>('q')
  const [text, setText] = useState('')
  const choose = (choice: FindChoice) => {
    setText('')
    if (choice.kind === 'map') onMap(choice.map.id)
    else if (choice.kind === 'place') onPlace(choice.place)
    else onFilters(withText(filters, 'q', personQuery(choice.name)))
  }
  const isBlank = text.trim() === ''
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBlank) return
    onFilters(withText(filters, where, text.trim()))
    setText('')
    // The button that was pressed has nothing to add any more.
    event.currentTarget.querySelector<HTMLElement>('[data-find-input]')?.focus()
  }
  return (
    <search>
      <form className={classes.search} noValidate onSubmit={add}>
        <NativeSelect
          className={classes.where}
          aria-label={t('list.search.where')}
          value={where}
          data={[
            { value: 'q', label: t('search:attribute.all') },
            ...FIELDS.map(({ name, label }) => ({ value: name, label: label(tSearch) })),
          ]}
          onChange={({ currentTarget }) =>
            setWhere(FIELDS.find(({ name }) => name === currentTarget.value)?.name ?? 'q')
          }
        />
        {where === 'q' ? (
          <FindInput
            className={classes.words}
            label={t('list.search.text')}
            placeholder={t('list.search.placeholder')}
            value={text}
            onChange={setText}
            onChoose={choose}
          />
        ) : (
          <TextInput
            className={classes.words}
            type="search"
            aria-label={t('list.search.text')}
            placeholder={t('list.search.placeholder')}
            maxLength={300}
            data-find-input=""
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          variant="default"
          disabled={isBlank}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        >
          {t('list.search.add')}
        </Button>
      </form>
    </search>
  )
}
