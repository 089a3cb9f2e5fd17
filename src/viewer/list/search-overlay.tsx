import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FindSort } from '../../../contract/api/find.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { ViewerFilters, ViewerTab } from '../viewer-filters.ts'
import { ATTRIBUTES } from '../viewer-search.ts'
import { withText } from './attribute-search.tsx'
import { sortOf, sortsOf } from './list-sorts.ts'
import classes from './search-overlay.module.css'

interface SearchOverlayProps {
  /** What was pressed: the words, or the filters. */
  readonly kind: 'search' | 'filters'
  readonly tab: ViewerTab
  readonly filters: ViewerFilters
  readonly sort: FindSort
  readonly onTab: (tab: ViewerTab) => void
  readonly onFilters: (filters: ViewerFilters) => void
  readonly onSort: (sort: FindSort) => void
  readonly onClose: () => void
}

/** Search and filters on a phone, over the whole screen. */
export function SearchOverlay(props: SearchOverlayProps) {
  const { kind, tab, filters, sort, onTab, onFilters, onSort, onClose } = props
  const { t } = useTranslation(['viewer', 'common'])
  const [draft, setDraft] = useState(filters)
  const [order, setOrder] = useState(sort)
  const [list, setList] = useState(tab)
  const show = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onClose()
    if (order !== sort) onSort(order)
    const trimmed = ATTRIBUTES.reduce<ViewerFilters>(
      (last, name) => withText(last, name, last.attributes[name]?.trim() ?? ''),
      withText(draft, 'all', draft.q?.trim() ?? ''),
    )
    if (JSON.stringify(trimmed) !== JSON.stringify(filters)) onFilters(trimmed)
    if (list !== tab) onTab(list)
  }
  return (
    <Dialog
      opened
      fullScreen
      onClose={onClose}
      title={kind === 'search' ? t('list.search.open') : t('list.filters')}
    >
      <form noValidate onSubmit={show} className={classes.form}>
        <search className={classes.fields}>
          <TextInput
            type="search"
            label={t('list.attribute.all')}
            maxLength={300}
            data-autofocus={kind === 'search' || undefined}
            value={draft.q ?? ''}
            onChange={({ currentTarget }) => setDraft(withText(draft, 'all', currentTarget.value))}
          />
          {ATTRIBUTES.map((name, at) => (
            <TextInput
              key={name}
              label={t(`list.attribute.${name}`)}
              maxLength={300}
              data-autofocus={(kind === 'filters' && at === 0) || undefined}
              value={draft.attributes[name] ?? ''}
              onChange={({ currentTarget }) => setDraft(withText(draft, name, currentTarget.value))}
            />
          ))}
          {tab === 'catalog' ? null : (
            <NativeSelect
              label={t('list.tabs')}
              value={list}
              data={(['personal', 'public', 'favorite'] as const).map((value) => ({
                value,
                label: t(`list.tab.${value}`),
              }))}
              onChange={({ currentTarget: { value } }) =>
                setList(value === 'personal' || value === 'favorite' ? value : 'public')
              }
            />
          )}
          <NativeSelect
            label={t('list.sort.label')}
            value={order}
            data={sortsOf(tab).map((value) => ({ value, label: t(`list.sort.${value}`) }))}
            onChange={({ currentTarget }) => setOrder(sortOf(tab, currentTarget.value))}
          />
        </search>
        <div className="dialog-footer">
          <Button variant="default" onClick={() => setDraft({ attributes: {} })}>
            {t('list.empty.clear')}
          </Button>
          <Button type="submit">{t('list.show')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
