import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapAttribute } from '../../../contract/api/maps.ts'
import type { ViewerFilters } from '../viewer-filters.ts'
import { ATTRIBUTES } from '../viewer-search.ts'
import classes from './viewer-sidebar.module.css'

type Where = MapAttribute | 'all'
const PLACES: readonly Where[] = ['all', ...ATTRIBUTES]

interface AttributeSearchProps {
  readonly filters: ViewerFilters
  readonly onFilters: (filters: ViewerFilters) => void
}

/** A text that is looked for in one attribute, or in all of them; each is added to those before. */
export function AttributeSearch({ filters, onFilters }: AttributeSearchProps) {
  const { t } = useTranslation('viewer')
  const [where, setWhere] = useState<Where>('all')
  const [text, setText] = useState('')
  const isBlank = text.trim() === ''
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBlank) return
    onFilters(withText(filters, where, text.trim()))
    setText('')
  }
  return (
    <search>
      <form className={classes.search} noValidate onSubmit={add}>
        <NativeSelect
          className={classes.where}
          aria-label={t('list.search.where')}
          value={where}
          data={PLACES.map((value) => ({ value, label: t(`list.attribute.${value}`) }))}
          onChange={({ currentTarget }) =>
            setWhere(PLACES.find((place) => place === currentTarget.value) ?? 'all')
          }
        />
        <TextInput
          className={classes.words}
          type="search"
          aria-label={t('list.search.text')}
          placeholder={t('list.search.placeholder')}
          maxLength={300}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={isBlank}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        >
          {t('list.search.add')}
        </Button>
      </form>
    </search>
  )
}

/** The filters with a text in an attribute, or in all; a blank one takes it away. */
export function withText(filters: ViewerFilters, where: Where, text: string): ViewerFilters {
  const { q, attributes, ...others } = filters
  if (where === 'all') return { ...others, attributes, ...(text && { q: text }) }
  const { [where]: _last, ...rest } = attributes
  return { ...others, ...(q !== undefined && { q }), attributes: text ? { ...rest, [where]: text } : rest }
}
