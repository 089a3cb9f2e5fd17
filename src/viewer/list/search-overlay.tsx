import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type FindChoice, personQuery } from '../../map-record/find-box/find-choice.ts'
import { FindInput } from '../../map-record/find-box/find-input.tsx'
import { ChoiceFields } from '../../map-search/choice-fields.tsx'
import { textFields, withoutFilters, withText, writeFilters } from '../../map-search/filter-forms.ts'
import { FILTER_TEXT_MAX, type FilterName, VIEWER_FILTERS } from '../../map-search/filters.ts'
import { YearFields } from '../../map-search/year-fields.tsx'
import type { MapBox } from '../../geometry/camera.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { useFoundTotal } from '../../queries/found-total.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterChips } from '../chips/filter-chips.tsx'
import { findRequest } from '../model/find-request.ts'
import type { ViewerFilters, ViewerTab } from '../model/viewer-filters.ts'
import { sortOf, sortsOf, type ListSort } from '../model/list-sorts.ts'
import classes from './search-overlay.module.css'

const FIELDS = textFields(VIEWER_FILTERS)
const TEXTS = FIELDS.map(({ name }) => name)
const boxText = (box: MapBox) => writeFilters({ box }).box

/** Typing waits this long before the maps are counted anew, in milliseconds. */
const TYPING_MS = 300

interface SearchOverlayProps {
  /** What was pressed: the words, or the filters. */
  readonly kind: 'search' | 'filters'
  readonly tab: ViewerTab
  readonly catalogId: string | undefined
  readonly filters: ViewerFilters
  readonly sort: ListSort
  /** What the map shows; null while it is not there. */
  readonly view: MapBox | null
  readonly onTab: (tab: ViewerTab) => void
  readonly onFilters: (filters: ViewerFilters) => void
  readonly onSort: (sort: ListSort) => void
  /** A map or a place that was suggested while someone typed. */
  readonly onMap: (id: string) => void
  readonly onPlace: (place: FoundPlace) => void
  readonly onClose: () => void
}

/** On a phone, over the whole screen: words with what they find, or what the maps are narrowed to. */
export function SearchOverlay(props: SearchOverlayProps) {
  const { kind, tab, filters, sort, view, onTab, onFilters, onSort, onClose } = props
  const { t, i18n } = useTranslation(['viewer', 'common'])
  const { t: tSearch } = useTranslation('search')
  const [draft, setDraft] = useState(filters)
  const [order, setOrder] = useState(sort)
  const [list, setList] = useState(tab)
  const [counted] = useDebouncedValue(draft, TYPING_MS)
  const { data: count } = useFoundTotal(findRequest(list, props.catalogId, counted), kind === 'filters')
  const isHere = view !== null && draft.box !== undefined && boxText(draft.box) === boxText(view)
  // What a field below says needs no chip, which would move the fields from under the finger.
  const chips = withoutFilters(draft, 'time', ...(isHere ? (['box'] as const) : []), ...TEXTS)
  const show = (draft: ViewerFilters) => {
    onClose()
    if (order !== sort) onSort(order)
    const trimmed = (['q', ...TEXTS] as const).reduce<ViewerFilters>(
      (last, name) => withText(last, name, last[name]?.trim() ?? ''),
      draft,
    )
    if (JSON.stringify(trimmed) !== JSON.stringify(filters)) onFilters(trimmed)
    if (list !== tab) onTab(list)
  }
  const choose = (choice: FindChoice) => {
    if (choice.kind === 'person') return show(withText(draft, 'q', personQuery(choice.name)))
    onClose()
    if (choice.kind === 'map') props.onMap(choice.map.id)
    else props.onPlace(choice.place)
  }
  return (
    <Dialog
      opened
      fullScreen
      onClose={onClose}
      title={kind === 'search' ? t('list.search.open') : t('list.filters')}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          // What is said of it stands at the field.
          const refused = event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')
          if (refused) refused.focus()
          else show(draft)
        }}
      >
        <search className={classes.fields}>
          {kind === 'search' ? (
            <FindInput
              label={t('list.search.text')}
              isLabelShown
              takesFocus
              value={draft.q ?? ''}
              onChange={(text) => setDraft(withText(draft, 'q', text))}
              onChoose={choose}
            />
          ) : (
            <>
              <FilterChips
                filters={chips}
                count={count}
                isPhone={false}
                onChange={(next) =>
                  setDraft({ ...withoutFilters(draft, ...(Object.keys(chips) as FilterName[])), ...next })
                }
              />
              <div className={classes.years}>
                <YearFields filters={draft} onChange={setDraft} />
              </div>
              {view ? (
                <Checkbox
                  label={t('list.inThisView')}
                  checked={isHere}
                  onChange={({ currentTarget }) =>
                    setDraft(currentTarget.checked ? { ...draft, box: view } : withoutFilters(draft, 'box'))
                  }
                />
              ) : null}
              {FIELDS.map(({ name, label }, at) => (
                <TextInput
                  key={name}
                  label={label(tSearch)}
                  maxLength={FILTER_TEXT_MAX}
                  data-focus={at === 0 ? 'filters' : undefined}
                  value={draft[name] ?? ''}
                  onChange={({ currentTarget }) => setDraft(withText(draft, name, currentTarget.value))}
                />
              ))}
              <ChoiceFields names={VIEWER_FILTERS} filters={draft} onChange={setDraft} />
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
            </>
          )}
        </search>
        <div className="dialog-footer">
          <Button variant="default" onClick={() => setDraft({})}>
            {t('list.empty.clear')}
          </Button>
          <Button type="submit">
            {kind === 'search' || count === undefined
              ? t('list.show')
              : t('list.showCount', { count, number: new Intl.NumberFormat(i18n.language).format(count) })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
