import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { audienceOf } from '../../../contract/api/map-sharing.ts'
import { serverNow } from '../../api/server-clock.ts'
import { ActionsMenu } from '../../map-record/card-actions.tsx'
import type { MapCardProps } from '../../map-record/map-card.tsx'
import type { MapListingProps } from '../../map-record/map-collection.tsx'
import { yearText } from '../../map-record/map-facts.ts'
import { MapStateWord } from '../../map-record/map-state-word.tsx'
import { MapTitle } from '../../map-record/map-title.tsx'
import { announce } from '../../ui/announce.ts'
import { dateLanguage } from '../../ui/i18n/date-language.ts'
import { storedText } from '../../ui/stored-value.ts'
import { type ListFocusEvents, useListFocus } from '../../ui/use-list-focus.ts'
import { useRowWindow } from '../../ui/use-row-window.ts'
import { drawnRows } from '../../ui/visible-rows.ts'
import { ListMenu } from './list-menu.tsx'
import classes from './map-table.module.css'
import { MAP_COLUMNS, type MapOrder, NEWEST_FIRST, nextOrder, sortMaps } from './sort-maps.ts'

/** Height of every row as the style has it, CSS px; a title has one line. */
const ROW_PX = 52

const ORDERS = MAP_COLUMNS.flatMap((by) => [
  { text: by, order: { by, isDescending: false } },
  { text: `-${by}`, order: { by, isDescending: true } },
])
const stored = storedText('myMapsOrder', (text) => ORDERS.find((one) => one.text === text)?.text)
const readOrder = (): MapOrder => {
  const text = stored.read()
  return ORDERS.find((one) => one.text === text)?.order ?? NEWEST_FIRST
}

/** Maps in rows, sorted by the column that was chosen last on this device. Only rows in view are drawn. */
export function MapTable({ maps, cardOf }: MapListingProps) {
  const { t, i18n } = useTranslation(['table', 'maps'])
  const { language } = i18n
  const [order, setOrder] = useState(readOrder)
  const sorted = useMemo(() => sortMaps(maps, order, language, serverNow()), [maps, order, language])
  const body = useRef<HTMLTableSectionElement>(null)
  const seen = useRowWindow(body, sorted.length, ROW_PX)
  const [focusedId, setFocusedId] = useState<string>()
  const listFocus = useListFocus()
  const focus: ListFocusEvents = {
    ...listFocus,
    onFocus: (event) => {
      setFocusedId(event.target.closest<HTMLElement>('[data-map-id]')?.dataset['mapId'])
      listFocus.onFocus(event)
    },
  }
  const drawn = drawnRows(seen, [sorted.findIndex(({ id }) => id === focusedId)])
  const chosenMaps = () => {
    const chosen = sorted.filter((map) => cardOf(map).choice?.isChosen)
    return chosen.length > 0 ? chosen : sorted
  }
  const sort = (by: MapOrder['by']) => {
    const next = nextOrder(order, by)
    setOrder(next)
    stored.write(next.isDescending ? `-${by}` : by)
    announce(t(next.isDescending ? 'sorted.descending' : 'sorted.ascending', { column: t(`columns.${by}`) }))
  }
  return (
    <table className={classes.table} aria-label={t('maps:main.title')} aria-rowcount={sorted.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          {MAP_COLUMNS.map((by) => (
            <th key={by} scope="col" data-column={by} aria-sort={sortOf(order, by)}>
              <button type="button" className={classes.sort} onClick={() => sort(by)}>
                {t(`columns.${by}`)}
                {order.by === by ? <SortMark isDescending={order.isDescending} /> : null}
              </button>
            </th>
          ))}
          <th scope="col" data-column="actions">
            <span className="visually-hidden">{t('columns.actions')}</span>
            <ListMenu chosenMaps={chosenMaps} />
          </th>
        </tr>
      </thead>
      <tbody ref={body} {...focus}>
        {drawn.map((at, place) => {
          const map = sorted[at]
          return map ? (
            <Fragment key={map.id}>
              <Gap rows={at - (drawn[place - 1] ?? -1) - 1} />
              <MapTableRow index={at + 2} card={cardOf(map)} />
            </Fragment>
          ) : null
        })}
        <Gap rows={sorted.length - 1 - (drawn.at(-1) ?? -1)} />
      </tbody>
    </table>
  )
}

const sortOf = (order: MapOrder, by: MapOrder['by']) => {
  if (order.by !== by) return 'none'
  return order.isDescending ? 'descending' : 'ascending'
}

function SortMark({ isDescending }: Pick<MapOrder, 'isDescending'>) {
  const Icon = isDescending ? IconArrowDown : IconArrowUp
  return <Icon size={16} stroke={1.75} aria-hidden />
}

interface MapTableRowProps {
  /** Among all rows of the table, its head included. */
  readonly index: number
  readonly card: MapCardProps
}

function MapTableRow({ index, card }: MapTableRowProps) {
  const { t, i18n } = useTranslation(['table', 'maps', 'share'])
  const { map, link, onLook, actions, choice } = card
  return (
    <tr aria-rowindex={index} data-map-id={map.id} data-chosen={choice?.isChosen}>
      <th scope="row">
        {choice ? (
          <label className={classes.choice}>
            <input
              type="checkbox"
              aria-label={choice.label}
              checked={choice.isChosen}
              onChange={({ currentTarget }) => choice.onChange(currentTarget.checked)}
            />
          </label>
        ) : null}
        <MapTitle title={map.titles.title} link={link} onLook={onLook} className={classes.title} />
      </th>
      <td data-column="year">{yearText(map.years)}</td>
      <td>
        <MapStateWord map={map} />
      </td>
      <td>{t(`share:audience.${audienceOf(map)}.label`)}</td>
      <td data-column="uploaded">
        <time dateTime={map.uploadDate}>{dayText(map, i18n.language)}</time>
      </td>
      <td className={classes.actions}>
        <ActionsMenu label={t('maps:card.actionsOf', { title: map.titles.title })} actions={actions} />
      </td>
    </tr>
  )
}

const dayText = ({ uploadDate }: MapSummary, language: string) =>
  new Intl.DateTimeFormat(dateLanguage(language), { dateStyle: 'medium' }).format(new Date(uploadDate))

/** Space in place of the rows that are not drawn. */
function Gap({ rows }: { readonly rows: number }) {
  return rows > 0 ? <tr aria-hidden style={{ height: rows * ROW_PX }} /> : null
}
