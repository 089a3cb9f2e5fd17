import { Loader, Popover, TextInput } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapBox } from '../../geometry/camera.ts'
import { yearText } from '../../map-record/map-facts.ts'
import { useFoundMaps } from '../../queries/find-queries.ts'
import { useMapRecords } from '../../queries/map-queries.ts'
import { boundsToText } from '../../../contract/rules/bounds-to-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { findRequest } from '../model/find-request.ts'
import { clampYear } from '../timeline/time-scale.ts'
import type { ViewerFilters } from '../model/viewer-filters.ts'
import type { ViewerState } from '../model/viewer-state.ts'
import classes from './side-by-side.module.css'
import { MOST_MAPS_OF_PANE, type ViewedPane } from '../model/viewed-panes.ts'

interface PaneChoiceProps {
  /** 1 for the first pane. */
  readonly number: number
  readonly pane: ViewedPane
  readonly state: ViewerState
  /** Those of the viewer, with the pane's year. */
  readonly filters: ViewerFilters
  readonly seen: MapBox | null
  readonly isPhone: boolean
  readonly onMaps: (ids: readonly string[]) => void
  readonly onYear: (year: number | null) => void
  /** What the pane shows now. */
  readonly children: ReactNode
}

/** A pane's label, which opens the choice of its maps and year: in a popover, on a phone in a dialog. */
export function PaneChoice({ children, ...props }: PaneChoiceProps) {
  const { t } = useTranslation(['viewer', 'sideBySide', 'common'])
  const { number, isPhone } = props
  const [isOpen, setOpen] = useState(false)
  useFocusReturn(isOpen && !isPhone)
  useLayer(isOpen && !isPhone, () => setOpen(false))
  const title = t('sideBySide:choose', { number })
  const button = (
    <button
      type="button"
      className={classes.choose}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      {children}
    </button>
  )
  if (isPhone)
    return (
      <>
        {button}
        <Dialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={title}
          closeButtonProps={{ 'aria-label': t('page.close') }}
        >
          <Choice {...props} />
        </Dialog>
      </>
    )
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      position="bottom-start"
      withinPortal
      // It would be named by the pane's label, and not by what it is for.
      withRoles={false}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.choice} role="dialog" aria-label={title}>
        <Choice {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** A map that a pane can show. */
interface Offer {
  readonly id: string
  readonly title: string
  readonly year: string | null
}

function Choice(props: Omit<PaneChoiceProps, 'children' | 'isPhone'>) {
  const { pane, state, filters, seen } = props
  const { t } = useTranslation(['viewer', 'sideBySide'])
  const records = useMapRecords(state.pinned.map(({ id }) => id))
  const stack = state.pinned
    .map(({ id }, at): Offer => {
      const record = records[at]?.data
      const title = record?.titles.title ?? t('page.shown.unknown')
      return { id, title, year: record ? yearText(record.years) : null }
    })
    .toReversed()
  const found = useFoundMaps({
    ...findRequest(state.tab, state.catalogId, seen ? { ...filters, box: seen } : filters),
    sort: 'year',
    ...(seen && { view: boundsToText(seen) }),
  })
  const inStack = new Set(stack.map(({ id }) => id))
  const here = (found.data?.maps ?? []).flatMap((map): Offer[] =>
    'hidden' in map || inStack.has(map.id) || map.files.transformedPath === null
      ? []
      : [{ id: map.id, title: map.titles.title, year: yearText(map.years) }],
  )
  return (
    <div className={classes.lists}>
      <OfferList name={t('page.shown.title')} offers={stack} {...props} />
      <div className={classes.hereHead}>
        <YearOfPane year={pane.year} onYear={props.onYear} />
      </div>
      {here.length > 0 ? (
        <OfferList name={t('sideBySide:here')} offers={here} {...props} />
      ) : found.isPending ? (
        <Loader size={18} aria-label={t('list.more')} />
      ) : (
        <p className={classes.none}>{t(found.isError ? 'list.failed' : 'sideBySide:noneHere')}</p>
      )}
      {pane.maps.length >= MOST_MAPS_OF_PANE ? (
        <p className={classes.none}>{t('sideBySide:full', { count: MOST_MAPS_OF_PANE })}</p>
      ) : null}
    </div>
  )
}

interface OfferListProps extends Pick<PaneChoiceProps, 'pane' | 'onMaps'> {
  readonly name: string
  readonly offers: readonly Offer[]
}

function OfferList({ name, offers, pane, onMaps }: OfferListProps) {
  const heading = useId()
  const isFull = pane.maps.length >= MOST_MAPS_OF_PANE
  return (
    <div role="group" aria-labelledby={heading}>
      <p id={heading} className={classes.heading}>
        {name}
      </p>
      <div className={classes.offers}>
        {offers.map(({ id, title, year }) => {
          const isChecked = pane.maps.includes(id)
          return (
            <label key={id} className={classes.offer}>
              <input
                type="checkbox"
                checked={isChecked}
                disabled={isFull && !isChecked}
                onChange={() =>
                  onMaps(isChecked ? pane.maps.filter((other) => other !== id) : [...pane.maps, id])
                }
              />
              <span className={classes.offerTitle} dir="auto">
                {title}
              </span>
              {year === null ? null : <span className={classes.offerYear}>{year}</span>}
            </label>
          )
        })}
      </div>
    </div>
  )
}

/** The year whose maps are offered; empty: all. It counts once the field is left, or by Enter. */
function YearOfPane({ year, onYear }: Pick<ViewedPane, 'year'> & Pick<PaneChoiceProps, 'onYear'>) {
  const { t } = useTranslation(['viewer', 'sideBySide'])
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed?.trim() ?? ''
  const isWrong = typed !== null && !/^(\d{1,4})?$/.test(text)
  const enter = () => {
    if (typed === null || isWrong) return
    const next = text === '' ? null : clampYear(Number(text))
    if (next !== year) onYear(next)
    setTyped(null)
  }
  return (
    <TextInput
      label={t('sideBySide:year')}
      description={t('sideBySide:yearHint')}
      error={isWrong ? t('sideBySide:yearWrong') : undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={typed ?? (year === null ? '' : String(year))}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={enter}
      onKeyDown={({ key }) => {
        if (key === 'Enter') enter()
      }}
    />
  )
}
